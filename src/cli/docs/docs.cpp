// relit docs: a page of documentation, printed from the tables or as docs/ has it.
#include "base/nearest.hpp"
#include "cli/docs/pages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/program.hpp"
#include "cli/options/help.hpp"
#include "cli/verbs.hpp"

#include "ir/document.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "machine/gs/document.hpp"
#include "machine/r500/atom/document.hpp"
#include "machine/r500/document.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {
namespace {

struct Page {
    std::string_view name, format;
    std::string (*print)();
};
constexpr Page kPages[] = {
    {"ir", "markdown", ::relit::ir::document_ops},
    {"nv2a", "markdown", isa::nv2a::document},
    {"rsx.vp", "markdown", isa::rsx::vp::document},
    {"rsx.fp", "markdown", isa::rsx::fp::document},
    {"maxwell", "markdown", isa::maxwell::document},
    {"r500.vs", "markdown", isa::r500::vs::document},
    {"r500.fs", "markdown", isa::r500::fs::document},
    {"gs", "markdown", machine::gs::document_registers},
    {"r500", "markdown", machine::r500::document},
    {"atom", "markdown", machine::r500::atom::document},
    {"man", "troff", manual_page},
    {"completion-bash", "bash", bash_completion},
    {"completion-zsh", "zsh", zsh_completion},
};

} // namespace

std::vector<std::string_view> page_names() {
    std::vector<std::string_view> names;
    for (const Page& page : kPages) names.push_back(page.name);
    return names;
}

namespace {

/// A page as it is printed.
struct PrintedPage {
    std::string_view name, format;
    std::string text;
};

/// Other pages name a page with its folder and its ending: both may be there.
std::string_view page_name(std::string_view typed) {
    if (typed.starts_with("docs/")) typed.remove_prefix(5);
    if (typed.ends_with(".md")) typed.remove_suffix(3);
    return typed;
}

/// "none such": what there is, and the nearest.
std::string unknown_page(const std::string& typed, std::span<const std::string> pages) {
    const std::vector<std::string_view> names(pages.begin(), pages.end());
    const std::string_view near = nearest_of(page_name(typed), names);
    return fmt::format("no page \"{}\": {}, or one of docs/, which \"pages\" lists{}{}", typed,
                       fmt::join(page_names(), ", "), near.empty() ? "" : "; the nearest is ", near);
}

Result<PrintedPage> print_page(const std::string& typed) {
    const std::string_view name = page_name(typed);
    const bool is_file = typed != name; // the bare name is that of a table, if both are called so
    if (const auto page = std::ranges::find(kPages, name, &Page::name); page != std::end(kPages) && !is_file)
        return PrintedPage{page->name, page->format, page->print()};
    const std::vector<std::string> pages = pages_of_docs();
    if (name == "pages") return PrintedPage{name, "text", fmt::format("{}\n", fmt::join(pages, "\n"))};
    if (std::ranges::find(pages, name) == pages.end()) return fail(FaultKind::Usage, unknown_page(typed, pages));
    auto text = page_of_docs(name);
    if (!text) return std::unexpected(text.error());
    return PrintedPage{name, "markdown", std::move(*text)};
}

} // namespace

Exit docs(const Options& options) {
    const auto page = print_page(options.files[0]);
    if (!page) return report(page.error(), "docs");
    if (!options.json) return answer(options, page->text);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("page", page->name);
    json.member("format", page->format);
    json.member("text", page->text);
    json.end();
    return answer(options, json.take());
}

} // namespace relit::cli
