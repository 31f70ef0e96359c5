// Guest words that do not decode: where a program can reach one, its translation stops or says that it is left out.
#pragma once

#include "base/result.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"

namespace relit::translate {

/// To be called on a module as its guest lifted it. A fault (NotSupported) at the first word, by its offset in the file,
/// that the program can reach and that does not decode; where the context leaves such words out, an approximation for each.
/// Branches on constants are taken one way; no other condition is evaluated.
[[nodiscard]] Status check_undecodable(const ir::Module& module, ir::ContextReader& context);

} // namespace relit::translate
