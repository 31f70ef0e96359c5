// Bundles (.relit): programs with all that their translation depends on, as one file. docs/bundle.md has the format.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "ir/context_values.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::bundle {

inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::string_view kManifest = "bundle.json";

// Limits of what is read; bundles beyond them are not written.
inline constexpr std::size_t kMostPrograms = 8, kMostTargets = 16, kMostResults = 8;
inline constexpr std::size_t kMostContext = std::size_t{1} << 17; // keys
inline constexpr std::size_t kMostText = std::size_t{64} << 10;   // bytes of a text
inline constexpr std::size_t kMostManifest = std::size_t{8} << 20;
inline constexpr std::size_t kMostProgram = std::size_t{16} << 20;
inline constexpr std::size_t kMostFile = std::size_t{128} << 20;  // of any other file
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20; // of all files, unpacked

using FileBytes = std::vector<std::uint8_t>;

/// A program as a file of its guest, in any form that the guest's front end reads.
struct Program {
    std::string guest; // "rsx.vp"
    std::string stage; // "vertex"
    std::string name;  // of the file that it comes from
    FileBytes bytes;
    [[nodiscard]] bool operator==(const Program&) const = default;
};

/// A host language with its options, named as on the command line. Empty and 0 mean the default.
struct TargetOptions {
    std::string to, api, constants, debug_info; // --to, --for, --constants, --debug-info
    std::uint32_t version = 0, loop_limit = 0;  // --target-version, --loop-limit
    std::vector<std::string> features;
    std::optional<std::string> passes;
    bool literal = false, allow_unknown = false;
    [[nodiscard]] bool operator==(const TargetOptions&) const = default;
};

/// The random inputs that `verify` ran.
struct Samples {
    std::uint64_t seed = 1;
    std::uint32_t samples = 0;
    [[nodiscard]] bool operator==(const Samples&) const = default;
};

/// The results of a run on the inputs: the registers as `run` prints them.
struct Outcome {
    std::string of; // "expected", "interpreter", "spirv"
    FileBytes bytes;
    [[nodiscard]] bool operator==(const Outcome&) const = default;
};

struct Bundle {
    std::vector<Program> programs; // in the order of the pipeline
    ir::ContextValues context;
    std::vector<TargetOptions> targets;
    std::optional<FileBytes> inputs;    // JSON, as `run --inputs` reads it
    std::optional<FileBytes> constants; // a dump, as `run --constants-from` reads it
    std::vector<Outcome> results;
    std::optional<Samples> verify;
    std::map<std::string, std::string> origin; // "emulator": "RPCS3"
    std::string notes;
    [[nodiscard]] bool operator==(const Bundle&) const = default;
};

/// A file of a bundle by its path in it. Keeps a view.
struct Member {
    std::string path;
    Bytes bytes;
};
/// Returns all files but the manifest.
[[nodiscard]] std::vector<Member> members_of(const Bundle& bundle);

/// Returns whether the file is an archive that names the manifest of a bundle.
[[nodiscard]] bool is_bundle(Bytes file);
/// The same of a file, of which little is read (zip_has_file); false if it cannot be read.
[[nodiscard]] bool is_bundle_file(const std::string& name);
/// Reads a bundle and checks everything in it: paths, sizes, checksums, the manifest. Fails with NotSupported if its version is later
/// than kVersion.
[[nodiscard]] Result<Bundle> read(Bytes file);
/// Equal bundles give equal bytes. Fails with NotSupported if the bundle is beyond the limits.
[[nodiscard]] Result<FileBytes> write(const Bundle& bundle);

} // namespace relit::bundle
