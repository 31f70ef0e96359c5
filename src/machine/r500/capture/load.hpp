// Any of the forms in which streams come, as a capture: dwords, hex text, register writes by address or by name, a log of the kernel,
// a capture in a zip archive.
#pragma once

#include "base/recognition.hpp"
#include "machine/r500/capture/capture.hpp"

namespace relit::machine::r500 {

enum class Container : std::uint8_t { Raw, PacketText, HexText, RegisterList, NamedList, KernelLog, Archive };
[[nodiscard]] std::string_view name_of(Container container);

struct Loaded {
    Container container{};
    Capture capture;
};
/// Fails where nothing can be made of the file. Views of an archive and of dwords stay in the capture: the file must outlive it.
[[nodiscard]] Result<Loaded> load(Bytes file);
/// Returns false of a container whose capture holds all that was read: its file may go.
[[nodiscard]] bool refers_to_file(Container container);

/// The fault with the location of a dword of a submission in the file: an offset, or a line of text. What an archive holds has
/// neither; the text names submission and dword there.
[[nodiscard]] Fault at_dword(Fault fault, Bytes file, const Loaded& loaded, std::uint32_t submission,
                             std::uint32_t dword);

/// How surely a file is a stream or a capture.
[[nodiscard]] Recognition recognise_stream(Bytes begin);

} // namespace relit::machine::r500
