// Pages printed from tables are current.
#include "isa/maxwell/maxwell.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "machine/gs/document.hpp"
#include "machine/r500/atom/document.hpp"
#include "machine/r500/document.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace relit::document_properties {
namespace {

struct Page {
    const char* path; // below docs/
    std::string (*print)();
};
constexpr Page kPages[] = {{"isa/nv2a.md", isa::nv2a::document},
                           {"isa/rsx.fp.md", isa::rsx::fp::document},
                           {"isa/rsx.vp.md", isa::rsx::vp::document},
                           {"isa/maxwell.md", isa::maxwell::document},
                           {"isa/r500.vs.md", isa::r500::vs::document},
                           {"isa/r500.fs.md", isa::r500::fs::document},
                           {"machine/r500.md", machine::r500::document},
                           {"machine/gs-registers.md", machine::gs::document_registers},
                           {"machine/atom.md", machine::r500::atom::document},
                           {"../include/relit/gs_registers.hpp", machine::gs::print_register_header}};

TEST(DocumentProperties, PagesPrintedFromTablesAreCurrent) {
    for (const Page& page : kPages) {
        const std::string path = std::string(RELIT_SOURCE) + "/docs/" + page.path;
        const std::string printed = page.print();
        if (std::getenv("RELIT_BLESS") != nullptr) std::ofstream(path, std::ios::binary) << printed;
        std::ifstream in(path, std::ios::binary);
        const std::string kept{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        EXPECT_EQ(kept, printed)
            << path << " is stale: run RELIT_BLESS=1 relit_property_tests --gtest_filter=DocumentProperties.*";
    }
}

} // namespace
} // namespace relit::document_properties
