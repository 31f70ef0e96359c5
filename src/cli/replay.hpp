// What the files of the verb replay share.
#pragma once

#include "cli/program.hpp"
#include "cli/session.hpp"

namespace relit::cli {

/// "reference", or "plain": the same with exact planes, where a console was measured to be a little off.
[[nodiscard]] render::gs::reference::Rules rules_of(std::string_view renderer);
[[nodiscard]] render::gs::ScanoutOptions scanout_of(const ReplayOptions& wish);
[[nodiscard]] Bytes as_bytes(std::string_view text);

/// Tells of every visit to the pixel that was asked for, in `text`. The session must outlive it.
[[nodiscard]] render::gs::reference::Watch watch_of(const ReplayOptions& wish, const Session& session,
                                                    std::string& text);

/// Stops at the first draw after which two replays differ, and writes both pictures and their difference.
Exit replay_diff(const Options& options);

} // namespace relit::cli
