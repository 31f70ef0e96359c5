// Sets of inputs from files: inputs that the program does not use get a note if its guest has such inputs, and are
// otherwise a mistake.
#pragma once

#include "guests/inputs.hpp"
#include "verify/set_source.hpp"

#include <set>
#include <string>
#include <string_view>

namespace relit::cli {

class SetFiles final : public verify::SetSource {
public:
    /// `file`: of the inputs, as messages name it.
    SetFiles(std::string_view guest, std::string file) : guest_(guest), file_(std::move(file)) {}

    /// These say once that the program does not use the name. Their faults list the names that the guest's programs have.
    [[nodiscard]] Status unused_register(std::string_view name) override;
    [[nodiscard]] Status unused_texture(std::string_view name) override;
    [[nodiscard]] Result<std::vector<std::uint8_t>> read(const std::string& file) override;

private:
    Status unused(std::string_view name, guests::InputKind kind);

    std::string_view guest_;
    std::string file_;
    std::set<std::string, std::less<>> reported_;
};

} // namespace relit::cli
