// Shared objects that are opened while the program runs: it starts without them, and nothing of them is linked.
#pragma once

#include "base/result.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace relit {

/// A shared object that is open. It stays in memory until the process ends: its threads, its exit handlers and the
/// functions that were found in it outlive this handle, which may be copied.
class SharedObject {
public:
    /// Opens the first of these names that the system's loader finds. Fails with NotSupported, naming all of them.
    [[nodiscard]] static Result<SharedObject> open(std::initializer_list<const char*> names);

    /// Puts the function with this name into `into`, whose type must be that of the function; nullptr where there is
    /// none.
    template <class Function>
    void find(const char* symbol, Function*& into) {
        into = reinterpret_cast<Function*>(address_of(symbol));
    }
    /// Names the library and the first symbol that find() did not find in it, if there is one.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }

private:
    SharedObject(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
    [[nodiscard]] void* address_of(const char* symbol);

    void* handle_;
    std::string name_; // the one that was found
    std::optional<Fault> fault_;
};

} // namespace relit
