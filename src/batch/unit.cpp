#include "batch/unit.hpp"

#include "base/file.hpp"
#include "base/hash/running_hash.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

/// Adds a text with its length, so that texts do not run into one another.
void add_text(RunningHash& hash, std::string_view text) {
    const std::string part = fmt::format("{}:{}", text.size(), text);
    hash.add({reinterpret_cast<const std::uint8_t*>(part.data()), part.size()});
}

void add_texts(RunningHash& hash, const std::vector<std::string>& texts) {
    add_text(hash, std::to_string(texts.size()));
    for (const std::string& text : texts) add_text(hash, text);
}

/// The regular files of a folder and its subfolders, sorted.
Result<std::vector<std::string>> files_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
        if (std::error_code ignored; at->is_regular_file(ignored)) names.push_back(at->path().string());
    if (error) return fail(fmt::format("cannot be read: {}", error.message()));
    std::ranges::sort(names);
    return names;
}

Status add_file(RunningHash& hash, const std::string& file, const HashContents& hash_contents) {
    std::error_code ignored;
    if (!fs::is_directory(file, ignored)) {
        const auto one = hash_contents(file);
        if (!one) return std::unexpected(one.error());
        add_text(hash, to_string(*one));
        return {};
    }
    const auto names = files_in(file);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names) {
        add_text(hash, fs::path(name).lexically_relative(file).string());
        if (const Status added = add_file(hash, name, hash_contents); !added) return added;
    }
    return {};
}

} // namespace

std::string Plan::command() const {
    return options.empty() ? verb : fmt::format("{} {}", verb, fmt::join(options, " "));
}

Result<Hash128> hash_of_contents(const std::string& name) {
    const File file(std::fopen(name.c_str(), "rb"));
    if (file == nullptr) return fail(fmt::format("cannot open: {}", std::strerror(errno)));
    RunningHash hash;
    std::array<std::uint8_t, 1 << 16> part{};
    for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), file.get())) != 0;)
        hash.add({part.data(), count});
    if (std::ferror(file.get()) != 0) return fail(fmt::format("cannot read: {}", std::strerror(errno)));
    return hash.value();
}

Hash128 key_of(const Plan& plan, Hash128 inputs) {
    RunningHash hash;
    add_text(hash, plan.verb);
    add_texts(hash, plan.options);
    add_texts(hash, plan.option_files);
    add_text(hash, plan.version);
    add_text(hash, to_string(inputs));
    return hash.value();
}

Result<Hash128> hash_of_files(const std::vector<std::string>& files, const HashContents& hash_contents) {
    RunningHash hash;
    for (const std::string& file : files)
        if (const Status added = add_file(hash, file, hash_contents); !added)
            return std::unexpected(
                Fault{added.error().kind, fmt::format("{}: {}", file, added.error().text), {}, 0, 0});
    return hash.value();
}

Hash128 inputs_of_contents(const std::string& file, Hash128 contents) {
    return *hash_of_files({file}, [&](const std::string&) { return Result<Hash128>(contents); });
}

Status check_inputs(const Unit& unit) {
    if (unit.files.empty() || !unit.archive.empty()) return {};
    const auto inputs = hash_of_files(unit.files);
    if (inputs && *inputs == unit.inputs) return {};
    return fail("its contents have changed since the run began");
}

Result<Hash128> hash_from(std::string_view digits) {
    Hash128 hash;
    const auto read = [&](std::string_view half, std::uint64_t& into) {
        const auto end = std::from_chars(half.data(), half.data() + half.size(), into, 16);
        return end.ec == std::errc() && end.ptr == half.data() + half.size();
    };
    if (digits.size() == 32 && read(digits.substr(0, 16), hash.high) && read(digits.substr(16), hash.low))
        if (to_string(hash) == digits) return hash;
    return fail("is no hash of 32 hex digits");
}

} // namespace relit::batch
