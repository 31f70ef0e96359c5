#include "tests/support/guests/large_inputs.hpp"

#include "base/hash/sha256.hpp"
#include "base/zip.hpp"

#include <fmt/format.h>

#include <string_view>

namespace relit::test {
namespace {

FileOfAnySize raw_text(std::string_view text) { return {text.begin(), text.end()}; }

/// "file", "sha256" and "size" of a file, as manifests name one.
std::string named_in_manifest(const ZipFile& file) {
    return fmt::format(R"("file":"{}","sha256":"{}","size":{})", file.name, sha256_text(file.bytes), file.bytes.size());
}

constexpr std::uint8_t kFillerDword[] = {0, 0, 0, 0x80};
ZipFile stream_named(std::string name) { return {std::move(name), {std::begin(kFillerDword), std::end(kFillerDword)}}; }

std::string submission_json(std::string_view stream, std::string_view updates) {
    return fmt::format(R"({{"cs_flags":0,"relocs":[],"updates":[{}],"ib":{{"file":"{}","dwords":1}}}})", updates,
                       stream);
}

FileOfAnySize capture_archive(std::vector<ZipFile> files, std::string_view blobs, std::string_view submissions) {
    const std::string manifest = fmt::format(
        R"({{"format":"relit-r500-capture","version":1,"buffers":{{"1":{{"size":4096}}}},"blobs":{{{}}},"submissions":[{}]}})",
        blobs, submissions);
    files.push_back({"manifest.json", raw_text(manifest)});
    return write_zip(files);
}

void add_item(std::string& list, std::string_view item) { (list += list.empty() ? "" : ",") += item; }

/// 16 bytes each, all zero but for one byte of the last.
FileOfAnySize program_ended(std::size_t instructions, std::size_t byte, std::uint8_t value) {
    FileOfAnySize file(16 * instructions);
    if (!file.empty()) file[file.size() - 16 + byte] = value;
    return file;
}

constexpr std::string_view kLoopFirst = "MOV R0, c[0x2][0x4] ;\n",
                           kLoopTest = "ISETP.LT.AND P0, PT, R0, c[0x2][0x0], PT ;\n",
                           kLoopLast = "MOV R4, c[0x0][0x140] ;\nMOV R5, c[0x0][0x144] ;\nSTG.E [R4], R0 ;\nEXIT ;\n";

} // namespace

FileOfAnySize deep_json(std::size_t depth) { return raw_text(std::string(depth, '[') + std::string(depth, ']')); }

FileOfAnySize wide_json(std::size_t values) {
    std::string text = "[[0";
    for (std::size_t i = 2; i < values; ++i) text += ",0";
    return raw_text(text + "]]");
}

FileOfAnySize bundle_with_keys(std::size_t keys) {
    const ZipFile program{"programs/1", nv2a_program(1)};
    std::string context;
    for (std::size_t i = 0; i < keys; ++i) add_item(context, fmt::format(R"("key{}":{})", i, i));
    const std::string manifest = fmt::format(
        R"({{"context":{{{}}},"format":"relit-bundle","programs":[{{"guest":"nv2a","stage":"vertex",{}}}],"version":1}})",
        context, named_in_manifest(program));
    return write_zip({{"bundle.json", raw_text(manifest)}, program});
}

FileOfAnySize capture_with_blobs(std::size_t blobs) {
    std::vector<ZipFile> files{stream_named("ib")};
    std::string list, updates;
    for (std::size_t i = 0; i < blobs; ++i) {
        files.push_back(
            {fmt::format("blobs/{}", i), {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8)}});
        add_item(list, fmt::format(R"("b{}":{{{}}})", i, named_in_manifest(files.back())));
        add_item(updates, fmt::format(R"({{"buffer":1,"blob":"b{}"}})", i));
    }
    return capture_archive(std::move(files), list, submission_json("ib", updates));
}

FileOfAnySize capture_with_submissions(std::size_t submissions) {
    std::vector<ZipFile> files;
    std::string list;
    for (std::size_t i = 0; i < submissions; ++i) {
        files.push_back(stream_named(fmt::format("ib/{}", i)));
        add_item(list, submission_json(files.back().name, {}));
    }
    return capture_archive(std::move(files), {}, list);
}

FileOfAnySize nv2a_program(std::size_t slots) { return program_ended(slots, 12, 1); }
FileOfAnySize rsx_vertex_program(std::size_t slots) { return program_ended(slots, 15, 1); }
FileOfAnySize rsx_fragment_program(std::size_t instructions) { return program_ended(instructions, 1, 1); }

std::string maxwell_nested_loops(std::size_t count) {
    std::string text(kLoopFirst);
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("L{}:\nIADD R0, R0, 0x1 ;\n", i);
    for (std::size_t i = count; i-- > 0;) text += fmt::format("{}@P0 BRA L{} ;\n", kLoopTest, i);
    return text.append(kLoopLast);
}

std::string maxwell_loops(std::size_t count) {
    std::string text(kLoopFirst);
    for (std::size_t i = 0; i < count; ++i)
        text += fmt::format("L{0}:\nIADD R0, R0, 0x1 ;\n{1}@P0 BRA L{0} ;\n", i, kLoopTest);
    return text.append(kLoopLast);
}

std::string maxwell_nested_choices(std::size_t count) {
    std::string text(kLoopFirst);
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}@P0 BRA L{} ;\nIADD R0, R0, 0x1 ;\n", kLoopTest, i);
    for (std::size_t i = count; i-- > 0;) text += fmt::format("L{}:\nIADD R0, R0, 0x2 ;\n", i);
    return text.append(kLoopLast);
}

} // namespace relit::test
