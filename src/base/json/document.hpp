// A document of JSON that can end without memory: the library's own values ask for some in their destructor, which cannot fail.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace relit {

/// Takes a value apart from the inside out, which takes as much of the stack as it is deep.
template <class Json>
void take_apart(Json& value) {
    if (auto* const object = value.template get_ptr<typename Json::object_t*>()) {
        for (auto& [name, member] : *object) take_apart(member);
        object->clear();
    } else if (auto* const array = value.template get_ptr<typename Json::array_t*>()) {
        for (Json& item : *array) take_apart(item);
        array->clear();
    }
}

/// Owns a value of any size. What stands in it must not be copied to values on their own, unless they are no containers.
template <class Json>
class JsonDocument {
public:
    JsonDocument() = default;
    explicit JsonDocument(Json root) : root_(std::move(root)) {}
    JsonDocument(JsonDocument&& other) noexcept : root_(std::exchange(other.root_, nullptr)) {}
    JsonDocument& operator=(JsonDocument&& other) noexcept {
        std::swap(root_, other.root_);
        return *this;
    }
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;
    ~JsonDocument() { take_apart(root_); }

    [[nodiscard]] Json& operator*() { return root_; }
    [[nodiscard]] const Json& operator*() const { return root_; }
    [[nodiscard]] const Json* operator->() const { return &root_; }

private:
    Json root_;
};

} // namespace relit
