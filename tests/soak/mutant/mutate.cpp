#include "tests/soak/mutant/mutate.hpp"

#include "base/compression.hpp"
#include "base/hash/sha256.hpp"
#include "base/zip.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace relit::soak::mutant {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kMostUnpacked = std::uint64_t{64} << 20;

void damage_files(std::vector<File>& files, const std::vector<File>& donors, Chance& chance, Damage& done);

std::vector<File> files_of_zip(Bytes archive) {
    std::vector<File> files;
    const auto zip = ZipReader::open(archive);
    if (!zip) return files;
    for (const ZipEntry& entry : zip->entries())
        if (auto bytes = zip->read(entry, kMostUnpacked)) files.push_back({entry.name, std::move(*bytes)});
    return files;
}

FileBytes zip_of(const std::vector<File>& files) {
    std::vector<ZipFile> entries;
    for (const File& file : files) entries.push_back({file.path, file.bytes});
    return write_zip(entries);
}

/// Damages what a file consists of, unless that is not to be or cannot be.
void damage_file(FileBytes& bytes, Bytes donor, Chance& chance, Damage& done) {
    constexpr std::uint64_t kOutsideSeldom = 4;
    const Compression compression = compression_of(bytes);
    const bool inside = !chance.one_in(kOutsideSeldom);
    if (inside && compression != Compression::None) {
        FileBytes content = unpacked(bytes);
        done.how += "inside: ";
        damage(content, unpacked(donor), chance, done);
        if (auto packed = pack(content, compression)) bytes = std::move(*packed);
    } else if (auto files = inside && is_zip(bytes) ? files_of_zip(bytes) : std::vector<File>(); !files.empty()) {
        done.how += "inside: ";
        damage_files(files, files_of_zip(donor), chance, done);
        bytes = zip_of(files);
    } else {
        damage(bytes, donor, chance, done);
    }
}

/// Replaces checksums and sizes of a file wherever the manifest names them.
void reseal(OrderedJson& json, const std::string& old_sum, const std::string& sum, std::size_t size) {
    if (json.is_object() && json.value("sha256", OrderedJson()) == old_sum) {
        json["sha256"] = sum;
        if (json.contains("size")) json["size"] = size;
    }
    if (json.is_structured())
        for (OrderedJson& child : json) reseal(child, old_sum, sum, size);
}

bool is_manifest(const File& file) {
    return file.path.ends_with("manifest.json") || file.path.ends_with("bundle.json");
}

/// A manifest whose checksums fit the file again. One that cannot be read stays as it is.
void reseal(FileBytes& manifest, const std::string& old_sum, Bytes content) {
    OrderedJson json = OrderedJson::parse(manifest.begin(), manifest.end(), nullptr, false);
    if (json.is_discarded()) return;
    reseal(json, old_sum, sha256_text(content), content.size());
    const std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    manifest.assign(text.begin(), text.end());
}

File& any_file(std::vector<File>& files, Chance& chance) {
    for (;;)
        if (File& file = files[chance.one_in(3) ? 0 : chance.below(files.size())]; !file.is_fixed) return file;
}

/// The bytes of a file with the same ending, if there is one.
Bytes like(const File& file, const std::vector<File>& all, Chance& chance) {
    const auto ending = [](const std::string& path) { return path.substr(std::min(path.rfind('.'), path.size())); };
    std::vector<const File*> similar;
    for (const File& one : all)
        if (ending(one.path) == ending(file.path)) similar.push_back(&one);
    return similar.empty() ? Bytes() : Bytes(chance.any_of(similar)->bytes);
}

/// One of the files, which is not fixed.
void damage_files(std::vector<File>& files, const std::vector<File>& donors, Chance& chance, Damage& done) {
    constexpr std::uint64_t kWrongSumSeldom = 8;
    File& file = any_file(files, chance);
    const std::string old_sum = sha256_text(unpacked(file.bytes));
    const Bytes donor = like(file, donors, chance);
    done.how += file.path + ": ";
    damage_file(file.bytes, donor, chance, done);
    const auto manifest = std::ranges::find_if(files, is_manifest);
    if (manifest == files.end() || is_manifest(file) || chance.one_in(kWrongSumSeldom)) return;
    reseal(manifest->bytes, old_sum, unpacked(file.bytes));
}

} // namespace

FileBytes unpacked(Bytes file) {
    if (compression_of(file) == Compression::None) return {file.begin(), file.end()};
    return unpack(file, kMostUnpacked).bytes;
}

Mutant mutate(const Input& input, const Input& donor, Chance& chance) {
    Mutant mutant{input, {}};
    damage_files(mutant.input.files, donor.files, chance, mutant.damage);
    if (input.build) mutant.input.files = input.build(mutant.input.files);
    return mutant;
}

} // namespace relit::soak::mutant
