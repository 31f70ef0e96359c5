// The methods of an NV2A push buffer that concern programs.
#pragma once

#include "base/bits.hpp"
#include "isa/shared/push_text.hpp"

#include <array>
#include <cstdint>

namespace relit::isa::nv2a {

/// The argument of SET_TRANSFORM_EXECUTION_MODE.
struct ExecutionModeWord : Word<ExecutionModeWord, 32> {
    static constexpr Field<std::uint32_t> mode{"MODE", 0, 2}; // 0 fixed function, 2 program
    static constexpr Field<std::uint32_t> range{"RANGE_MODE", 2, 30};
    static constexpr auto fields = fields_of(mode, range);
};
static_assert(covers(ExecutionModeWord::fields, 32));

enum class Method : std::uint8_t {
#define METHOD(id, address, last, holds, name) id,
#include "isa/nv2a/encoding/methods.inc"
#undef METHOD
    Other,
};
inline constexpr std::array kMethods{
#define METHOD(id, address, last, holds, name) PushMethod{address, last, name, PushMethod::Holds::holds},
#include "isa/nv2a/encoding/methods.inc"
#undef METHOD
};
/// The method whose range holds `address`; Other for those that concern no program.
[[nodiscard]] inline Method method_of(std::uint32_t address) {
    const PushMethod* row = method_at(kMethods, address);
    return row == nullptr ? Method::Other : static_cast<Method>(row - kMethods.data());
}

/// Returns true if the method loads or runs programs; false if it only changes what their results mean.
[[nodiscard]] constexpr bool is_of_programs(Method method) {
    return method != Method::PointParameters && method != Method::PointSize && method != Method::Other;
}
inline constexpr std::uint32_t kLargestPoint = 0x1ff; // in 1/8 pixel

} // namespace relit::isa::nv2a
