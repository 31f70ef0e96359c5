// relit docs: a page of documentation, printed from the tables.
#include "cli/json_items.hpp"
#include "cli/program.hpp"

#include "ir/document.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "machine/gs/document.hpp"

#include <fmt/format.h>

namespace relit::cli {

Exit docs(const Options& options) {
    struct Page {
        std::string_view name;
        std::string (*print)();
    };
    static constexpr Page kPages[] = {{"ir", ::relit::ir::document_ops},   {"nv2a", isa::nv2a::document},
                                      {"rsx.vp", isa::rsx::vp::document},  {"rsx.fp", isa::rsx::fp::document},
                                      {"maxwell", isa::maxwell::document}, {"gs", machine::gs::document_registers}};
    for (const Page& page : kPages) {
        if (page.name != options.files[0]) continue;
        const std::string text = page.print();
        const nlohmann::ordered_json json{{"page", page.name}, {"format", "markdown"}, {"text", text}};
        return answer(options, options.json ? text_of(json) + "\n" : text);
    }
    return report({FaultKind::Usage,
                   fmt::format("no page \"{}\": ir, nv2a, rsx.vp, rsx.fp, maxwell, gs", options.files[0]),
                   {},
                   0,
                   0},
                  "docs");
}

} // namespace relit::cli
