// Named numbers, sorted by name, in two pieces of memory however many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::ir {

class ContextValues {
public:
    using Entry = std::pair<std::string_view, std::uint64_t>; // until the next one is added

    ContextValues() = default;
    /// Of several with one name the first counts.
    ContextValues(std::initializer_list<Entry> values) {
        for (const auto& [name, value] : values) find_or_add(name, value);
    }
    ContextValues(const std::map<std::string, std::uint64_t, std::less<>>& values) {
        for (const auto& [name, value] : values) find_or_add(name, value);
    }

    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    /// None where there is no such context key.
    [[nodiscard]] const std::uint64_t* find(std::string_view name) const;
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Of one that is there.
    [[nodiscard]] std::uint64_t at(std::string_view name) const { return *find(name); }
    /// The value, 0 where it is new.
    [[nodiscard]] std::uint64_t& operator[](std::string_view name) { return find_or_add(name, 0).first; }
    /// The value that is there or else `fresh`, and whether it is new. The reference holds until the next one is added.
    std::pair<std::uint64_t&, bool> find_or_add(std::string_view name, std::uint64_t fresh);
    /// Those of `others` whose names are new.
    void add(const ContextValues& others);
    void erase(std::string_view name);

    class Iterator {
    public:
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const ContextValues& values, std::size_t at) : values_(&values), at_(at) {}
        [[nodiscard]] Entry operator*() const { return values_->entry(at_); }
        Iterator& operator++() { return ++at_, *this; }
        Iterator operator++(int) { return {*values_, at_++}; }
        [[nodiscard]] bool operator==(const Iterator& other) const { return at_ == other.at_; }

    private:
        const ContextValues* values_ = nullptr;
        std::size_t at_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }
    [[nodiscard]] bool operator==(const ContextValues& other) const;

private:
    struct Stored {
        std::uint32_t first = 0, length = 0; // of the name in names_
        std::uint64_t value = 0;
    };
    [[nodiscard]] std::string_view name_of(const Stored& entry) const {
        return std::string_view(names_).substr(entry.first, entry.length);
    }
    [[nodiscard]] Entry entry(std::size_t at) const { return {name_of(entries_[at]), entries_[at].value}; }
    /// Where it is, or would be.
    [[nodiscard]] std::size_t index_of(std::string_view name) const;
    [[nodiscard]] bool is_at(std::size_t index, std::string_view name) const {
        return index < entries_.size() && name_of(entries_[index]) == name;
    }

    std::string names_; // in the order in which they came
    std::vector<Stored> entries_;
};

} // namespace relit::ir
