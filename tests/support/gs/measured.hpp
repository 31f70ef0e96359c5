// How far a dump of the corpus, replayed by the reference renderer, is from what public renderers left: docs/machine/gs.md.
#pragma once

#include <map>
#include <string>

namespace relit::test {

/// The rows of the page's table by name: what stands behind it.
[[nodiscard]] std::map<std::string, std::string> gs_page_rows();

/// What is not as the row of a dump says; empty: all is. `rows` are those of the page.
[[nodiscard]] std::string gs_undocumented(const std::map<std::string, std::string>& rows, const std::string& name);

} // namespace relit::test
