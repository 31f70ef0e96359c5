#include "cli/diff/dump_draws.hpp"

#include "base/hash/hash.hpp"
#include "cli/diff/answer.hpp"
#include "cli/diff/sections.hpp"
#include "cli/io/messages.hpp"
#include "machine/gs/dump/playback.hpp"
#include "machine/gs/state/draw_registers.hpp"
#include "machine/gs/state/vertex_queue.hpp"
#include "machine/gs/text/text.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace gs = machine::gs;

/// The draws of a dump, one after another.
class DrawReader {
public:
    explicit DrawReader(gs::DumpReader& dump) : playback_(dump.front(), [&dump] { return dump.next(); }, work_) {
        work_.clear();
    }
    /// Goes on to the next draw; returns false if there is none.
    bool next() {
        for (;; ++at_) {
            for (; at_ == work_.items.size(); at_ = 0) {
                work_.clear();
                if (!playback_.step(work_)) return false;
            }
            if (const auto* draw = std::get_if<gs::Draw>(&work_.items[at_])) {
                draw_ = draw;
                ++at_, ++number_;
                return true;
            }
        }
    }
    [[nodiscard]] std::uint64_t number() const { return number_; }
    [[nodiscard]] const gs::Draw& draw() const { return *draw_; }
    [[nodiscard]] const gs::DrawState& state() const { return work_.states[draw_->state]; }

private:
    gs::WorkList work_;
    gs::Playback playback_;
    std::size_t at_ = 0;
    std::uint64_t number_ = 0;
    const gs::Draw* draw_ = nullptr;
};

/// A part of a vertex that matters to its draw.
struct VertexField {
    std::string_view name;
    std::uint32_t value = 0;
};
std::vector<VertexField> fields_of(const gs::Vertex& vertex, const gs::DrawState& state) {
    std::vector<VertexField> fields{{"X", vertex.x},       {"Y", vertex.y},       {"Z", vertex.z},
                                    {"R", vertex.rgba[0]}, {"G", vertex.rgba[1]}, {"B", vertex.rgba[2]},
                                    {"A", vertex.rgba[3]}};
    const gs::Prim& prim = state.prim;
    if (prim[gs::Prim::fogged]) fields.push_back({"F", vertex.fog});
    if (!prim[gs::Prim::textured]) return fields;
    if (prim[gs::Prim::uv])
        fields.insert(fields.end(), {{"U", vertex.u}, {"V", vertex.v}});
    else
        fields.insert(fields.end(), {{"S", vertex.s}, {"T", vertex.t}, {"Q", vertex.q}});
    return fields;
}
std::string field_text(const VertexField& field) {
    const FieldInfo& info = Field<std::uint32_t>{field.name, 0, 32};
    return gs::value_text(info, field.value);
}
std::span<const gs::Vertex> vertices_of(const DrawReader& draws) {
    const gs::Primitive primitive = draws.state().prim[gs::Prim::primitive];
    return std::span(draws.draw().vertices).first(gs::info(primitive).vertices);
}

/// Equal draws have equal texts.
std::string key_of(const DrawReader& draws) {
    std::vector<std::uint8_t> bytes;
    const auto add = [&](std::uint64_t word) {
        for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    };
    for (const std::uint64_t word : gs::relevant_words(draws.state())) add(word);
    for (const gs::Vertex& vertex : vertices_of(draws))
        for (const VertexField& field : fields_of(vertex, draws.state())) add(field.value);
    return to_string(hash_of(bytes));
}
NextLine keys_of(DrawReader& draws) {
    return [&draws] { return draws.next() ? std::optional(key_of(draws)) : std::nullopt; };
}

DrawComparison compare(const DrawReader& left, const DrawReader& right) {
    DrawComparison draw{.number = left.number(), .right_number = right.number()};
    for (const gs::FieldChange& change : gs::changes_between(left.state(), right.state()))
        draw.state.push_back({fmt::format("{} {}", change.info->name, change.field->name),
                              gs::value_text(*change.field, change.before),
                              gs::value_text(*change.field, change.after)});
    const auto a = vertices_of(left), b = vertices_of(right);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const auto of_left = fields_of(a[i], right.state()), of_right = fields_of(b[i], right.state());
        for (std::size_t k = 0; k < of_right.size(); ++k)
            if (of_left[k].value != of_right[k].value)
                draw.state.push_back({fmt::format("vertex {} {}", i + 1, of_right[k].name), field_text(of_left[k]),
                                      field_text(of_right[k])});
    }
    return draw;
}

/// Joins draws that differ in the same way.
class JoinedDraws {
public:
    explicit JoinedDraws(DiffAnswer& answer) : answer_(answer) {}
    void add(DrawComparison draw) {
        if (last_ && follows(draw)) return ++last_->count, void();
        finish();
        last_ = std::move(draw);
    }
    void finish() {
        if (last_) (void)answer_.add(*last_);
        last_.reset();
    }

private:
    [[nodiscard]] bool follows(const DrawComparison& draw) const {
        const bool is_right_next = draw.in != In::Both || draw.right_number == last_->right_number + last_->count;
        return draw.in == last_->in && draw.number == last_->number + last_->count && is_right_next &&
               std::ranges::equal(draw.state, last_->state, [](const auto& a, const auto& b) {
                   return a.what == b.what && a.left == b.left && a.right == b.right;
               });
    }

    DiffAnswer& answer_;
    std::optional<DrawComparison> last_;
};

/// The draws of a section that is not shared, in pairs; draws that one dump has more stand alone.
void compare_section(DrawReader& left, DrawReader& right, const Section& section, JoinedDraws& draws) {
    for (;;) {
        const bool has_left = left.number() < section.left_end && left.next();
        const bool has_right = right.number() < section.right_end && right.next();
        if (!has_left && !has_right) return;
        DrawComparison draw = has_left && has_right ? compare(left, right)
                              : has_left            ? DrawComparison{.number = left.number(), .in = In::Left}
                                                    : DrawComparison{.number = right.number(), .in = In::Right};
        if (draw.differs()) draws.add(std::move(draw));
    }
}

/// Returns how many draws the left dump and the right one have.
std::uint64_t compare_all(DrawReader& left, DrawReader& right, std::span<const Section> sections, DiffAnswer& answer) {
    JoinedDraws draws(answer);
    for (const Section& section : sections) {
        if (!section.is_shared) {
            compare_section(left, right, section, draws);
            continue;
        }
        while (left.number() < section.left_end && left.next()) {}
        while (right.number() < section.right_end && right.next()) {}
    }
    draws.finish();
    return left.number() + right.number();
}

} // namespace

bool is_read_again(const std::string& file) {
    std::error_code error;
    return file != "-" && std::filesystem::is_regular_file(file, error);
}

Result<std::unique_ptr<gs::DumpReader>> read_again(const Options& options, std::size_t number) {
    Options as_dump = options;
    as_dump.isa = "gs";
    auto opened = open_any(as_dump, options.files[number]);
    if (!opened) return std::unexpected(opened.error());
    auto reader = std::make_unique<gs::DumpReader>(std::move(opened->input));
    if (!reader->has_anything() && reader->fault()) return std::unexpected(*reader->fault());
    return reader;
}

namespace {

using Readers = std::array<std::unique_ptr<gs::DumpReader>, 2>;
/// Both files from their beginnings. Reports why one cannot be read.
std::expected<Readers, Exit> read_both(const Options& options) {
    Readers readers;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& file = options.files[i];
        if (!is_read_again(file))
            return std::unexpected(
                report({FaultKind::Usage, "--draws requires files, which are read twice", {}, 0, 0}, file));
        auto reader = read_again(options, i);
        if (!reader) return std::unexpected(report(reader.error(), file));
        readers[i] = std::move(*reader);
    }
    return readers;
}

std::expected<std::vector<Section>, Exit> aligned_draws(const Options& options) {
    const auto readers = read_both(options);
    if (!readers) return std::unexpected(readers.error());
    DrawReader left(*(*readers)[0]), right(*(*readers)[1]);
    const NextLine left_keys = keys_of(left), right_keys = keys_of(right);
    return align_sections(left_keys, right_keys);
}

} // namespace

Exit diff_dump_draws(const Options& options) {
    const auto sections = aligned_draws(options);
    if (!sections) return sections.error();
    const auto readers = read_both(options);
    if (!readers) return readers.error();
    DrawReader left(*(*readers)[0]), right(*(*readers)[1]);
    auto out = Output::open(options.output, options.files);
    if (!out) return report(out.error(), options.output);
    DiffAnswer answer(options, *out, "draws");
    if (compare_all(left, right, *sections, answer) != 0) answer.note_lines();
    std::optional<std::size_t> damaged;
    for (std::size_t i = 0; i < 2; ++i) {
        for (const std::string& warning : (*readers)[i]->front().warnings)
            report_warning(shown_name(options.files[i]), warning);
        if (!damaged && (*readers)[i]->fault()) damaged = i;
    }
    const Exit exit = answer.finish(damaged               ? "a file is damaged"
                                    : !answer.has_lines() ? "neither dump has a draw"
                                                          : "");
    return damaged ? report(*(*readers)[*damaged]->fault(), options.files[*damaged]) : exit;
}

} // namespace relit::cli
