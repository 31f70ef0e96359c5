#include "batch/archive/unpacking.hpp"

#include "base/file.hpp"
#include "base/hash/running_hash.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFilesAtOnce = 4096;
constexpr std::string_view kChanged = "the archive has changed since its files were listed";

std::unexpected<Fault> changed() { return fail(std::string(kChanged)); }
std::unexpected<Fault> changed(const Fault& how) { return fail(fmt::format("{}: {}", kChanged, how.text)); }

/// Returns true if a file of another name could be written.
bool is_of_name(int error) { return error == ENAMETOOLONG || error == EILSEQ || error == EINVAL; }

} // namespace

std::string folder_of_member(const std::string& folder, const Unit& unit) {
    return fmt::format("{}/{}", folder, unit.member);
}

Unpacking::Unpacking(std::string archive, std::span<const Unit> units, std::vector<std::uint32_t> numbers,
                     std::string folder, ArchiveLimits limits)
    : archive_(std::move(archive)), units_(units), numbers_(std::move(numbers)), folder_(std::move(folder)),
      limits_(limits) {
    std::ranges::sort(numbers_, {}, [&](std::uint32_t number) { return units_[number].member; });
}

Result<UnpackedGroup> Unpacking::next_group() {
    std::error_code error;
    fs::remove_all(folder_, error);
    if (error) return fail(fmt::format("{}: {}", folder_, error.message()));
    if (!reader_ && !end_ && at_ < numbers_.size()) {
        auto reader = ArchiveReader::open(archive_, limits_);
        if (reader)
            reader_ = std::move(*reader);
        else
            end_ = changed(reader.error()).error();
    }
    UnpackedGroup group;
    for (bytes_ = 0; at_ < numbers_.size() && bytes_ < kMostUnpackedAtOnce && group.ready.size() < kMostFilesAtOnce;
         ++at_) {
        const Unit& unit = units_[numbers_[at_]];
        Status unpacked = seek(unit);
        if (unpacked) unpacked = write(unit);
        if (unwritten_) return fail(fmt::format("{}: {}", archive_, unwritten_->text));
        if (unpacked)
            group.ready.push_back(numbers_[at_]);
        else
            group.refused.emplace_back(numbers_[at_], unpacked.error());
    }
    return group;
}

/// Goes to the entry of a unit.
Status Unpacking::seek(const Unit& unit) {
    while (!end_ && (!ahead_ || ahead_->number < unit.member)) {
        auto member = reader_->next();
        if (!member)
            end_ = changed(member.error()).error();
        else if (!*member)
            end_ = changed().error();
        else
            ahead_ = std::move(**member);
    }
    if (end_) return std::unexpected(*end_);
    return ahead_->number == unit.member && ahead_->refusal.empty() ? Status() : changed();
}

Status Unpacking::write(const Unit& unit) {
    const std::string path = folder_of_member(folder_, unit) + "/" + unit.files[0];
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const File file(error ? nullptr : std::fopen(path.c_str(), "wbx"));
    if (file == nullptr) return note_unwritten(error ? error.value() : errno);
    RunningHash hash;
    const Status read = reader_->read([&](std::string_view piece) -> Status {
        bytes_ += piece.size();
        hash.add({reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size()});
        if (std::fwrite(piece.data(), 1, piece.size(), file.get()) == piece.size()) return {};
        return note_unwritten(errno);
    });
    if (!read) return changed(read.error());
    if (std::fflush(file.get()) != 0) return note_unwritten(errno);
    return inputs_of_contents(unit.files[0], hash.value()) == unit.inputs ? Status() : changed();
}

Status Unpacking::note_unwritten(int error) {
    auto fault = fail(fmt::format("cannot write: {}", std::strerror(error)));
    if (!is_of_name(error)) unwritten_ = fault.error();
    return fault;
}

} // namespace relit::batch
