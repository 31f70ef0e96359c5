// Functions of what operations become where that is long, so that text stays readable and a shader has it once.
#pragma once

#include "ir/builder.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <vector>

namespace relit::lang {

/// Equal for instructions that differ in their operands alone: they can share a function. Types are those before
/// the lowering, of the result and of the operands at either end.
struct OutlineKey {
    ir::Op op{};
    ir::Type result{}, first{}, last{};
    ir::FloatMode mode{};
    bool to_odd = false; // as SoftDouble::kToOdd says
    /// 1 + that of an access, or of the table, or the Access word of a load from a vertex. Where 64 bits are accessed as words, `last` is i64, or `first` of a store.
    std::uint32_t resource = 0;
    [[nodiscard]] bool operator==(const OutlineKey&) const = default;
};

/// Of an instruction as it stands.
[[nodiscard]] OutlineKey outline_key(const ir::Module& module, ir::Id id);

/// Of one lowering of one module. Functions are added after those that the module has: references to those do not outlast a call.
class Outlines {
public:
    explicit Outlines(ir::Builder& builder) : ir_(builder) {}

    /// Writes a call at the builder's position and returns its result, which has the type `result`. The first time for a key it
    /// writes the function, too: `write` gets the parameters, which have the operands' types, and returns the value; nothing
    /// where the operation has no form, and then nothing is left of it. It may call others, but not the same.
    template <std::invocable<std::span<const ir::Id>> Write>
    [[nodiscard]] std::optional<ir::Id> call(const OutlineKey& key, ir::Type result, std::span<const ir::Id> operands,
                                             Write&& write) {
        if (const auto known = find(key)) return ir_.call(*known, operands);
        const Position before = begin(key, result, operands);
        const ir::FunctionId function = ir_.function_here();
        std::vector<ir::Id> params;
        for (std::uint32_t i = 0; i < operands.size(); ++i) params.push_back(ir_.param(i));
        const std::optional<ir::Id> value = write(std::span<const ir::Id>(params));
        finish(value, before);
        if (!value) return {};
        return ir_.call(function, operands);
    }

    /// Notes that an instruction has the key: for lowerings that make functions only of what comes often.
    void count(const OutlineKey& key);
    /// How often that was noted.
    [[nodiscard]] std::size_t uses(const OutlineKey& key) const;
    [[nodiscard]] bool has_counted() const { return !uses_.empty(); }

private:
    struct Uses {
        OutlineKey key;
        std::size_t count;
    };
    struct Position {
        ir::FunctionId function;
        ir::BlockId block;
        std::uint32_t origin;
        ir::FloatMode mode;
    };
    struct Outline {
        OutlineKey key;
        ir::FunctionId function;
    };
    [[nodiscard]] std::optional<ir::FunctionId> find(const OutlineKey& key) const;
    [[nodiscard]] Position begin(const OutlineKey& key, ir::Type result, std::span<const ir::Id> operands);
    void finish(std::optional<ir::Id> value, const Position& before);

    ir::Builder& ir_;
    std::vector<Outline> functions_; // few
    std::vector<Uses> uses_;         // few
};

} // namespace relit::lang
