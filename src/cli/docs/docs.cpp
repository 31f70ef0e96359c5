// relit docs: a page of documentation, printed from the tables.
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

Exit docs(const Options& options) {
    const auto page = std::ranges::find(kPages, options.files[0], &Page::name);
    if (page == std::end(kPages))
        return report({FaultKind::Usage,
                       fmt::format("no page \"{}\": {}", options.files[0], fmt::join(page_names(), ", ")),
                       {},
                       0,
                       0},
                      "docs");
    const std::string text = page->print();
    if (!options.json) return answer(options, text);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("page", page->name);
    json.member("format", page->format);
    json.member("text", text);
    json.end();
    return answer(options, json.take());
}

} // namespace relit::cli
