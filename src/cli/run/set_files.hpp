// Sets of inputs from files: inputs that the program does not use get a note if its guest has such inputs, and are
// otherwise a mistake.
#pragma once

#include "cli/run/set_names.hpp"
#include "guests/inputs.hpp"
#include "isa/frontend.hpp"
#include "verify/set_source.hpp"

#include <set>
#include <string>
#include <string_view>

namespace relit::cli {

class SetFiles final : public verify::SetSource {
public:
    /// `file`: of the inputs, as messages name it.
    SetFiles(const isa::Program& program, std::string file);

    /// SetNames::with_guest_names() for the names of the program's file.
    [[nodiscard]] Result<const nlohmann::ordered_json*> with_guest_names(const ir::Module& module,
                                                                         const nlohmann::ordered_json& set,
                                                                         nlohmann::ordered_json& into) {
        return names_.with_guest_names(module, set, into, [this](const std::string& text) { note_once(text); });
    }

    /// These say once that the program does not use the name. Their faults list the names that the guest's programs and
    /// the file have.
    [[nodiscard]] Status unused_register(std::string_view name) override;
    [[nodiscard]] Status unused_texture(std::string_view name) override;
    [[nodiscard]] Result<std::vector<std::uint8_t>> read(const std::string& file) override;

private:
    Status unused(std::string_view name, guests::InputKind kind);
    void note_once(const std::string& text);

    std::string_view guest_;
    std::string file_;
    SetNames names_;
    std::set<std::string, std::less<>> reported_;
};

} // namespace relit::cli
