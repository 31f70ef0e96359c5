// The lists by which loops find pixels, computed from the table of formats.
#include "machine/gs/state/layout.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

constexpr PageTable page_table(const Layout& layout) {
    PageTable table;
    const std::uint32_t origin = element_in_page(layout, 0, 0); // the flip; in the end it stands in one list only
    for (std::uint32_t bit = 1; bit < 128; bit *= 2) {
        const std::uint32_t x = element_in_page(layout, bit, 0) ^ origin, y = element_in_page(layout, 0, bit) ^ origin;
        for (std::uint32_t i = 0; i < bit; ++i) {
            table.x[bit + i] = static_cast<std::uint16_t>(table.x[i] ^ x);
            table.y[bit + i] = static_cast<std::uint16_t>(table.y[i] ^ y);
        }
    }
    for (std::uint16_t& element : table.x) element = static_cast<std::uint16_t>(element ^ origin);
    return table;
}

constexpr std::array<PageTable, kLayoutCount> page_tables() {
    std::array<PageTable, kLayoutCount> tables;
    for (std::size_t row = 0; row < kLayoutCount; ++row) tables[row] = page_table(kLayouts[row]);
    return tables;
}

static_assert(std::ranges::is_sorted(kLayouts, {}, &Layout::format), "rows must be in the order of their codes");
static_assert(std::ranges::all_of(kLayouts, [](const Layout& row) { return row.shift + row.bits <= 1 << row.element; }),
              "a pixel lies inside its element");
static_assert(std::ranges::all_of(kLayouts,
                                  [](const Layout& row) {
                                      return row.page_x + row.page_y + row.element == 16; // a page has 8192 bytes
                                  }),
              "the pixels of a page fill it");

} // namespace

constinit const std::array<PageTable, kLayoutCount> kPageTables = page_tables();

Addresses::Addresses(const Buffer& buffer) {
    const std::size_t row = layout_row(buffer.format);
    const Layout& layout = kLayouts[row];
    table_ = &kPageTables[row];
    base_ = buffer.base << layout.within_bits();
    row_of_pages_ = layout.pages_across(buffer.width) << layout.page_shift();
    last_element_ = layout.last_element();
    page_x_ = layout.page_x;
    page_y_ = layout.page_y;
    page_shift_ = static_cast<std::uint8_t>(layout.page_shift());
}

} // namespace relit::machine::gs
