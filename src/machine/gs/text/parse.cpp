// Text to dumps.
#include "base/lines.hpp"
#include "base/text.hpp"
#include "machine/gs/text/data.hpp"
#include "machine/gs/text/fields.hpp"
#include "machine/gs/text/text.hpp"
#include "machine/gs/text/transfer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

/// What register lines and data belong to.
enum class Section : std::uint8_t { None, Screenshot, Body, State, Memory, Unread, Privileged, Registers, Transfer };

/// The line without its comment.
std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (!quoted && line.substr(i, 2) == "//") return line.substr(0, i);
    }
    return line;
}

/// "text \x41", the first '"' already taken.
Result<std::string> read_quoted(Scanner& in) {
    std::string text;
    for (;;) {
        const std::string_view rest = in.rest();
        if (rest.empty()) return fail_here(in, "'\"' is expected");
        if (rest[0] == '"') break;
        if (rest[0] != '\\') {
            text += rest[0];
            in.skip(1);
            continue;
        }
        const auto code = rest.substr(0, 2) == "\\x" ? parse_hex(rest.substr(2, 2), 2) : std::nullopt;
        if (!code) return fail_here(in, "\\x and two hex digits are expected");
        text += static_cast<char>(*code);
        in.skip(4);
    }
    in.skip(1);
    return text;
}

class DumpTextReader {
public:
    explicit DumpTextReader(std::size_t most_data) : dump_(empty_dump()), most_data_(most_data) {}

    Result<Dump> run(std::string_view text) {
        std::uint32_t number = 0;
        for (const std::string_view line : TextLines(text)) {
            Scanner in(without_comment(line), ++number);
            if (Status good = this->line(in); !good) return std::unexpected(good.error());
        }
        Scanner end({}, number + 1);
        if (Status good = close(end); !good) return std::unexpected(good.error());
        if (has_no_front(dump_.header.container)) dump_.state.reset(), dump_.privileged.clear();
        const auto is_raw = [](const Event& event) {
            return event.kind == EventKind::Transfer && static_cast<Path>(event.detail) == Path::Path3;
        };
        if (dump_.header.container == Container::Packets && !std::ranges::all_of(dump_.events, is_raw))
            return fail_here(end, ".gs packets has transfers of path 3 alone");
        return std::move(dump_);
    }

private:
    using Directive = Status (DumpTextReader::*)(Scanner& in);
    struct DirectiveRow {
        std::string_view name;
        Directive read;
        bool in_front = false; // comes in front of all packets
    };
    static const std::array<DirectiveRow, 17> kDirectives;

    Status line(Scanner& in) {
        if (in.at_end()) return {};
        Scanner before = in;
        const bool directive = in.accept('.');
        const std::string_view name = in.accept(std::string_view("A+D")) ? std::string_view("A+D") : in.word();
        if (name.empty()) return fail_here(in, "a directive or a register is expected");
        Status read = directive ? this->directive(in, name, before) : registers(in, name, before);
        if (!read) return read;
        return in.at_end() ? Status{} : fail_here(in, fmt::format("the line is over before \"{}\"", in.rest()));
    }

    Status directive(Scanner& in, std::string_view name, Scanner& before) {
        if (is_data_directive(name) && section_ != Section::Transfer) return data(in, name, before);
        if (is_data_directive(name)) return transfer_->directive(in, name);
        if (TransferReader::is_directive(name)) {
            if (section_ != Section::Transfer) {
                if (Status good = begin_transfer(before, Path::Path3); !good) return good;
            }
            return transfer_->directive(in, name);
        }
        if (name == "at") return at(in, before);
        for (const DirectiveRow& row : kDirectives) {
            if (row.name != name) continue;
            if (Status good = close(before); !good) return good;
            if (row.in_front && !dump_.events.empty())
                return fail_here(before, fmt::format(".{} is after packets", name));
            return (this->*row.read)(in);
        }
        return fail_here(before, fmt::format("no directive \".{}\"", name));
    }

    // ---- register lines

    Status registers(Scanner& in, std::string_view name, Scanner& before) {
        const bool page = section_ == Section::Privileged || section_ == Section::Registers;
        if (section_ == Section::State) return saved(in, name, before);
        if (section_ == Section::Transfer) return transfer_->registers(in, name, before);
        if (page && general_register(name) == nullptr) return privileged(in, name, before);
        if (Status good = begin_transfer(before, Path::Path3); !good) return good;
        return transfer_->registers(in, name, before);
    }
    Status saved(Scanner& in, std::string_view name, Scanner& before) {
        Status read = fail_here(before, fmt::format("the state has no \"{}\"", name));
        each_saved(*dump_.state, dump_.state->version, [&](std::string_view member, auto& into) {
            if (equal_ignoring_case(member, name))
                read = saved_value(in, register_of_saved(member, sizeof(into)), into);
        });
        return read;
    }
    template <class T>
    static Status saved_value(Scanner& in, const RegisterInfo* info, T& into) {
        RawWord word;
        if (info == nullptr) {
            const auto number = read_number(in, static_cast<T>(~T{0}));
            if (!number) return std::unexpected(number.error());
            word = word_of<RawWord>(*number);
        } else if (Status read = read_fields(in, info->fields, word.raw); !read) {
            return read;
        }
        if (value_of(word) > static_cast<T>(~T{0})) return fail_here(in, "the state has no room for these bits");
        into = static_cast<T>(value_of(word));
        return {};
    }
    Status privileged(Scanner& in, std::string_view name, Scanner& before) {
        const RegisterInfo* info = privileged_register(name);
        if (info == nullptr) return fail_here(before, fmt::format("no privileged register \"{}\"", name));
        if (Status good = flush(before); !good) return good;
        RawWord word;
        if (Status read = read_fields(in, info->fields, word.raw); !read) return read;
        for (std::size_t i = 0; i < 8; ++i)
            page_[info->address + i] = static_cast<std::uint8_t>(value_of(word) >> 8 * i);
        return {};
    }

    // ---- data

    Status data(Scanner& in, std::string_view name, Scanner& before) {
        if (section_ == Section::None || section_ == Section::State)
            return fail_here(before, "data has no place here; .memory and .transfer have");
        return read_data(in, name, pending_, room());
    }
    /// How much can be put from pending_at_ on.
    [[nodiscard]] std::size_t room() const {
        switch (section_) {
            case Section::Memory: return kMemoryBytes - pending_at_;
            case Section::Privileged:
            case Section::Registers: return kPrivilegedBytes - pending_at_;
            default: return most_data_;
        }
    }
    Status at(Scanner& in, Scanner& before) {
        const bool memory = section_ == Section::Memory;
        if (!memory && section_ != Section::Privileged && section_ != Section::Registers)
            return fail_here(before, ".at has a meaning in memory and among privileged registers");
        if (Status good = flush(before); !good) return good;
        const auto offset = read_number(in, (memory ? kMemoryBytes : kPrivilegedBytes) - 1);
        if (!offset) return std::unexpected(offset.error());
        pending_at_ = static_cast<std::size_t>(*offset);
        return {};
    }
    /// Puts the pending data where it belongs.
    Status flush(Scanner&) {
        std::vector<std::uint8_t>& into = section_ == Section::Memory ? dump_.state->memory : page_;
        if (section_ == Section::Memory || section_ == Section::Privileged || section_ == Section::Registers)
            std::ranges::copy(pending_, into.begin() + static_cast<std::ptrdiff_t>(pending_at_));
        pending_at_ += pending_.size();
        pending_.clear();
        return {};
    }

    // ---- sections

    Status begin(Section section) {
        section_ = section;
        pending_at_ = 0;
        pending_.clear();
        return {};
    }
    Status close(Scanner& in) {
        Header& h = dump_.header;
        if (Status good = flush_section(in); !good) return good;
        if (section_ == Section::Screenshot)
            set_body(h, std::string(h.serial()), h.shot_width, h.shot_height, pending_);
        if (section_ == Section::Body) h.body = pending_;
        if (section_ == Section::Unread) dump_.state->unread = pending_;
        if (section_ == Section::Privileged) dump_.privileged = page_;
        if (section_ == Section::Registers) {
            if (dump_.data.size() + kPrivilegedBytes > most_data_) return fail_here(in, "more data than fits here");
            dump_.add(EventKind::Registers, 0, page_);
        }
        return begin(Section::None);
    }
    Status flush_section(Scanner& in) {
        if (section_ != Section::Transfer) {
            const bool waits =
                section_ == Section::Screenshot || section_ == Section::Body || section_ == Section::Unread;
            return waits ? Status{} : flush(in);
        }
        auto bytes = transfer_->finish(in);
        if (!bytes) return std::unexpected(bytes.error());
        dump_.add(EventKind::Transfer, transfer_->number(), *bytes);
        return {};
    }
    Status begin_transfer(Scanner& in, Path path) {
        if (Status good = close(in); !good) return good;
        if (!started_) gif_ = gif_of(*dump_.state);
        started_ = true;
        const auto number = static_cast<std::uint8_t>(path);
        transfer_.emplace(gif_.paths[number], number, most_data_ - std::min(most_data_, dump_.data.size()));
        return begin(Section::Transfer);
    }

    // ---- directives

    Status gs(Scanner& in) {
        Scanner before = in;
        const std::string_view name = in.word();
        for (const Container container : {Container::Current, Container::Old, Container::Stream, Container::Packets}) {
            if (!equal_ignoring_case(name, name_of(container)) && !name.empty()) continue;
            dump_.header.container = container;
            return {};
        }
        return fail_here(before, "current, old, stream or packets is expected");
    }
    Status crc(Scanner& in) { return number(in, dump_.header.crc); }
    Status version(Scanner& in) {
        if (Status read = number(in, dump_.state->version); !read) return read;
        dump_.header.state_version = dump_.state->version;
        return {};
    }
    static Status number(Scanner& in, std::uint32_t& into) {
        const auto value = read_number(in, UINT32_MAX);
        if (!value) return std::unexpected(value.error());
        into = static_cast<std::uint32_t>(*value);
        return {};
    }
    Status serial(Scanner& in) {
        if (!in.accept('"')) return fail_here(in, "'\"' is expected");
        const auto text = read_quoted(in);
        if (!text) return std::unexpected(text.error());
        set_body(dump_.header, *text);
        return {};
    }
    Status screenshot(Scanner& in) {
        if (std::exchange(has_screenshot_, true)) return fail_here(in, "there is a screenshot already");
        if (Status read = number(in, dump_.header.shot_width); !read) return read;
        if (!in.accept(',')) return fail_here(in, "',' is expected");
        if (Status read = number(in, dump_.header.shot_height); !read) return read;
        return begin(Section::Screenshot);
    }
    Status header(Scanner& in) {
        Header& h = dump_.header;
        const std::pair<std::string_view, std::uint32_t*> rows[] = {
            {"state_version", &h.state_version}, {"serial_offset", &h.serial_offset}, {"serial_size", &h.serial_size},
            {"shot_width", &h.shot_width},       {"shot_height", &h.shot_height},     {"shot_offset", &h.shot_offset},
            {"shot_size", &h.shot_size}};
        do {
            const std::string_view name = in.word();
            const auto row = std::ranges::find(rows, name, [](const auto& one) { return one.first; });
            if (row == std::end(rows)) return fail_here(in, fmt::format("the header has no \"{}\"", name));
            if (!in.accept('=')) return fail_here(in, "'=' is expected");
            if (Status read = number(in, *row->second); !read) return read;
        } while (in.accept(','));
        return {};
    }
    Status body(Scanner&) { return begin(Section::Body); }
    Status state(Scanner&) { return begin(Section::State); }
    Status memory(Scanner&) { return begin(Section::Memory); }
    Status unread(Scanner&) { return begin(Section::Unread); }
    Status path(Scanner& in) {
        const auto which = path_name(in);
        if (!which) return std::unexpected(which.error());
        SavedPath& saved = dump_.state->paths[static_cast<std::size_t>(*which)];
        if (!in.accept(',')) return fail_here(in, "',' is expected");
        if (Status read = number(in, saved.next_register); !read) return read;
        if (!in.accept(',')) return fail_here(in, "',' is expected");
        const auto text = read_tag(in);
        if (!text) return std::unexpected(text.error());
        saved.tag = text->tag.raw;
        return {};
    }
    Status q(Scanner& in) {
        static constexpr Field<std::uint32_t> kQ{"Q", 0, 32};
        const auto value = read_value(in, kQ);
        if (!value) return std::unexpected(value.error());
        dump_.state->q = static_cast<std::uint32_t>(*value);
        return {};
    }
    Status privileged_section(Scanner&) { return begin(Section::Privileged); }
    Status registers_section(Scanner&) { return begin(Section::Registers); }
    Status transfer(Scanner& in) {
        const auto which = in.at_end() ? Result<Path>(Path::Path3) : path_name(in);
        if (!which) return std::unexpected(which.error());
        return begin_transfer(in, *which);
    }
    static Result<Path> path_name(Scanner& in) {
        Scanner before = in;
        const std::string_view name = in.while_of("abcdefghijklmnopqrstuvwxyz.0123456789");
        for (const Path path : {Path::Path1Window, Path::Path2, Path::Path3, Path::Path1})
            if (name == name_of(path)) return path;
        return fail_here(before, "path1, path2, path3 or path1.window is expected");
    }
    Status vsync(Scanner& in) {
        const auto field = in.at_end() ? Result<std::uint64_t>(0) : read_number(in, 0xff);
        if (!field) return std::unexpected(field.error());
        dump_.add(EventKind::VSync, static_cast<std::uint8_t>(*field), {});
        return {};
    }
    Status fifo(Scanner& in) {
        std::uint32_t qwords = 0;
        if (Status read = number(in, qwords); !read) return read;
        dump_.add_read_fifo(qwords);
        return {};
    }

    Dump dump_;
    std::size_t most_data_;
    Gif gif_;
    bool started_ = false; // gif_ is what the state says
    bool has_screenshot_ = false;
    Section section_ = Section::None;
    std::vector<std::uint8_t> pending_;
    std::size_t pending_at_ = 0;
    std::vector<std::uint8_t> page_ = std::vector<std::uint8_t>(kPrivilegedBytes); // as it is so far
    std::optional<TransferReader> transfer_;
};

const std::array<DumpTextReader::DirectiveRow, 17> DumpTextReader::kDirectives{{
    {"gs", &DumpTextReader::gs, true},
    {"crc", &DumpTextReader::crc, true},
    {"version", &DumpTextReader::version, true},
    {"serial", &DumpTextReader::serial, true},
    {"screenshot", &DumpTextReader::screenshot, true},
    {"header", &DumpTextReader::header, true},
    {"body", &DumpTextReader::body, true},
    {"state", &DumpTextReader::state, true},
    {"memory", &DumpTextReader::memory, true},
    {"unread", &DumpTextReader::unread, true},
    {"path", &DumpTextReader::path, true},
    {"q", &DumpTextReader::q, true},
    {"privileged", &DumpTextReader::privileged_section, true},
    {"registers", &DumpTextReader::registers_section, false},
    {"transfer", &DumpTextReader::transfer, false},
    {"vsync", &DumpTextReader::vsync, false},
    {"fifo", &DumpTextReader::fifo, false},
}};

} // namespace

Result<Dump> parse_text(std::string_view text, std::size_t most_data) { return DumpTextReader(most_data).run(text); }

} // namespace relit::machine::gs
