#include "batch/record.hpp"

#include "base/file.hpp"
#include "base/hash/running_hash.hpp"
#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "batch/unit.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace relit::batch {
namespace {

constexpr std::string_view kSignature = "relit result 1 ";
constexpr std::size_t kDigits = 32, kFirstLine = kSignature.size() + kDigits + 1;
constexpr std::size_t kMostHeader = std::size_t{16} << 20; // names of files

std::unexpected<Fault> fail_by_errno(std::string_view what) {
    return fail(fmt::format("{}: {}", what, std::strerror(errno)));
}

Bytes bytes_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

/// Calls `take` with all pieces of a descriptor, from its start.
Status each_piece(int descriptor, const std::function<Status(std::string_view)>& take) {
    std::array<char, 1 << 16> piece{};
    for (off_t at = 0;;) {
        const ssize_t got = ::pread(descriptor, piece.data(), piece.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail_by_errno("cannot read");
        if (got == 0) return {};
        at += got;
        if (const Status taken = take({piece.data(), static_cast<std::size_t>(got)}); !taken) return taken;
    }
}

Result<std::vector<Part>> measure(const std::vector<PartSource>& sources) {
    std::vector<Part> parts;
    for (const PartSource& source : sources) {
        RunningHash hash;
        Part part{source.name, 0, {}};
        const Status read = each_piece(source.descriptor, [&](std::string_view piece) -> Status {
            hash.add(bytes_of(piece));
            part.bytes += piece.size();
            return {};
        });
        if (!read) return std::unexpected(read.error());
        part.hash = hash.value();
        parts.push_back(std::move(part));
    }
    return parts;
}

std::string header_of(const Record& record) {
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.begin_object();
    json.member("key", to_string(record.key));
    json.member("exit", record.exit);
    json.objects("parts", record.parts, [&](const Part& part) {
        json.members({{"name", part.name}, {"bytes", part.bytes}, {"hash", to_string(part.hash)}});
    });
    json.end();
    return json.take();
}

Result<Record> record_from(std::string_view header) {
    const auto json = read_json(header, {.bytes = kMostHeader}, "its header");
    if (!json) return std::unexpected(json.error());
    try {
        Record record;
        const auto key = hash_from((**json).at("key").get_ref<const std::string&>());
        if (!key) return std::unexpected(key.error());
        record.key = *key;
        record.exit = (**json).at("exit").get<int>();
        for (const auto& one : (**json).at("parts")) {
            const auto hash = hash_from(one.at("hash").get_ref<const std::string&>());
            if (!hash) return std::unexpected(hash.error());
            record.parts.push_back({one.at("name").get<std::string>(), one.at("bytes").get<std::uint64_t>(), *hash});
        }
        return record;
    } catch (const nlohmann::json::exception&) {
        return fail("its header lacks a member");
    }
}

/// Reads a file and hashes what comes.
class HashedFile {
public:
    explicit HashedFile(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {}
    [[nodiscard]] bool is_open() const { return file_ != nullptr; }
    [[nodiscard]] std::string read(std::size_t most) {
        std::string text(most, '\0');
        text.resize(std::fread(text.data(), 1, most, file_.get()));
        hash_.add(bytes_of(text));
        return text;
    }
    /// A line with its end; "" if there is none within the limit.
    [[nodiscard]] std::string line() {
        std::string text;
        for (int c = 0; text.size() < kMostHeader && (c = std::getc(file_.get())) != EOF;) {
            text += static_cast<char>(c);
            if (c != '\n') continue;
            hash_.add(bytes_of(text));
            return text;
        }
        return {};
    }
    [[nodiscard]] Hash128 hash() const { return hash_.value(); }
    void forget_hash() { hash_ = RunningHash(); }

private:
    File file_;
    RunningHash hash_;
};

Status take_parts(HashedFile& file, const Record& record, const TakePart& take) {
    constexpr std::uint64_t kPiece = 1 << 16;
    for (const Part& part : record.parts) {
        if (part.bytes == 0 && take) // it exists, too
            if (const Status taken = take(part, {}); !taken) return taken;
        for (std::uint64_t left = part.bytes; left != 0;) {
            const std::string piece = file.read(std::min(left, kPiece));
            if (piece.empty()) return fail("it is cut off");
            left -= piece.size();
            if (!take) continue;
            if (const Status taken = take(part, piece); !taken) return taken;
        }
    }
    return file.read(1).empty() ? Status() : fail("there is more than it should have");
}

/// Copies a part that must be as it was measured.
Status copy_part(std::FILE* to, const PartSource& source, const Part& part, RunningHash& hash) {
    std::uint64_t copied = 0;
    const Status read = each_piece(source.descriptor, [&](std::string_view piece) -> Status {
        hash.add(bytes_of(piece));
        copied += piece.size();
        return std::fwrite(piece.data(), 1, piece.size(), to) == piece.size() ? Status()
                                                                              : fail_by_errno("cannot write");
    });
    if (read && copied != part.bytes) return fail("what a unit wrote changes");
    return read;
}

} // namespace

Status write_record(const std::string& path, Hash128 key, int exit, const std::vector<PartSource>& sources) {
    auto parts = measure(sources);
    if (!parts) return std::unexpected(parts.error());
    const Record record{key, exit, std::move(*parts)};
    const std::string header = header_of(record);
    RunningHash hash;
    hash.add(bytes_of(header));
    File file(std::fopen(path.c_str(), "wb"));
    if (file == nullptr) return fail_by_errno("cannot write");
    const std::string placeholder = fmt::format("{}{:0>{}}\n", kSignature, "", kDigits);
    bool is_written = std::fputs(placeholder.c_str(), file.get()) >= 0 && std::fputs(header.c_str(), file.get()) >= 0;
    for (std::size_t i = 0; is_written && i < sources.size(); ++i)
        if (const Status copied = copy_part(file.get(), sources[i], record.parts[i], hash); !copied) return copied;
    is_written = is_written && std::fseek(file.get(), static_cast<long>(kSignature.size()), SEEK_SET) == 0 &&
                 std::fputs(to_string(hash.value()).c_str(), file.get()) >= 0;
    is_written = is_written && std::fflush(file.get()) == 0;
    return is_written ? Status() : fail_by_errno("cannot write");
}

Result<Record> read_record(const std::string& path, Hash128 key, const TakePart& take) {
    HashedFile file(path);
    if (!file.is_open()) return fail_by_errno("cannot open");
    const std::string first = file.read(kFirstLine);
    if (first.size() != kFirstLine || !first.starts_with(kSignature) || first.back() != '\n')
        return fail("it does not begin as a result does");
    const auto written = hash_from(std::string_view(first).substr(kSignature.size(), kDigits));
    if (!written) return std::unexpected(written.error());
    file.forget_hash();
    const std::string header = file.line();
    if (header.empty()) return fail("its header is cut off");
    auto record = record_from(header);
    if (!record) return record;
    if (record->key != key) return fail("it is the result of another key");
    if (const Status taken = take_parts(file, *record, take); !taken) return std::unexpected(taken.error());
    if (file.hash() != *written) return fail("its bytes are not those that were written");
    return record;
}

} // namespace relit::batch
