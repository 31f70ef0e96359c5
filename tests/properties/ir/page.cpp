// docs/ir.md shows the table of operations as it is. RELIT_BLESS=1 renews the page.
#include "ir/document.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace relit::ir::ir_page {
namespace {

TEST(IrPage, IsCurrent) {
    const std::string path = std::string(RELIT_SOURCE) + "/docs/ir.md";
    std::ifstream in(path, std::ios::binary);
    const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const std::size_t mark = page.find(kOpsMark);
    ASSERT_NE(mark, std::string::npos);
    const std::string written = page.substr(0, mark + kOpsMark.size());
    const std::string wanted = written + "\n" + document_ops();
    if (std::getenv("RELIT_BLESS") != nullptr) {
        std::ofstream(path, std::ios::binary) << wanted;
    } else {
        EXPECT_EQ(page, wanted);
    }
}

} // namespace
} // namespace relit::ir::ir_page
