#include "cli/io/document.hpp"

namespace relit::cli {

std::expected<std::unique_ptr<ShownDocument>, Exit> ShownDocument::open(const Options& options,
                                                                        const std::string& file) {
    auto opened = open_any(options, file);
    if (!opened) return std::unexpected(report(opened.error(), file));
    if (const Status known = codec::check_text_options(*opened->codec, options.text); !known)
        return std::unexpected(report(known.error(), file));
    auto shown = std::make_unique<ShownDocument>(options, file);
    shown->codec_ = opened->codec;
    shown->input_ = [&bytes = shown->input_bytes_,
                     read = std::move(opened->input)](std::span<std::uint8_t> into) -> Result<std::size_t> {
        auto got = read(into);
        bytes += got ? *got : 0;
        return got;
    };
    // Both go on where the other stopped.
    const ReadBytes& input = shown->input_;
    codec::TextOptions text = options.text;
    text.insert(opened->text.begin(), opened->text.end());
    auto document = shown->codec_->open([&input](std::span<std::uint8_t> into) { return input(into); }, text);
    if (!document) return std::unexpected(report(document.error(), file));
    shown->document_ = std::move(*document);
    return shown;
}

Output* ShownDocument::output() {
    if (!output_ && opened_) {
        auto output = Output::open(options_.output, file_);
        if (output)
            output_.emplace(std::move(*output));
        else
            opened_ = std::unexpected(output.error());
    }
    return output_ ? &*output_ : nullptr;
}

bool ShownDocument::write(std::string_view text) {
    Output* const out = output();
    if (out == nullptr) return false;
    out->write(text);
    return out->status().has_value();
}

std::uint64_t ShownDocument::input_bytes() {
    std::vector<std::uint8_t> rest(std::size_t{1} << 16);
    for (auto got = input_(rest); got && *got != 0;) got = input_(rest);
    return input_bytes_;
}

Exit ShownDocument::finish(const Status& read) {
    if (read && output() == nullptr) return report(opened_.error(), output_name()); // nothing to say is an answer too
    if (!opened_) return report(opened_.error(), output_name());
    if (output_)
        if (const Status written = output_->close(); !written) return report(written.error(), output_name());
    return read ? Exit::Done : report(read.error(), file_);
}

std::string ShownDocument::output_name() const { return options_.output == "-" ? "<stdout>" : options_.output; }

} // namespace relit::cli
