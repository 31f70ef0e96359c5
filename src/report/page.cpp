#include "report/page.hpp"

#include "base/compression.hpp"
#include "base/json/writer.hpp"
#include "report/base64.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::report {
namespace {

constexpr char kViewerText[] =
#include "report/viewer.js.inc"
    ;
constexpr char kStyleText[] =
#include "report/viewer.css.inc"
    ;
constexpr char kLicencesText[] =
#include "report/licences.txt.inc"
    ;
constexpr std::string_view kViewer(kViewerText, sizeof kViewerText - 1), kStyle(kStyleText, sizeof kStyleText - 1),
    kLicences(kLicencesText, sizeof kLicencesText - 1);

/// Nothing is loaded from anywhere, and nothing is sent.
constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

/// The page has its own stamp, so that a change between its making and the first look is seen, too.
constexpr std::string_view kRenewing =
    "<script>setInterval(async()=>{try{const now=await(await fetch(\"stamp\")).text();"
    "if(now!==globalThis.stampOfPage)location.reload()}catch{}},1000)</script>";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            default: result += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
        }
    }
    return result;
}

/// JSON in a script element: no character of it can end the element or begin a comment.
std::string in_script(std::string_view json) {
    std::string result;
    for (const char c : json) {
        if (c == '<')
            result += "\\u003c";
        else if (c == '>')
            result += "\\u003e";
        else
            result += c;
    }
    return result;
}

Bytes bytes_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

/// An object with these members and one more, which is JSON already.
std::string object_with(JsonWriter::Members members, std::string_view name, std::string_view more) {
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.object(members);
    std::string text = json.take();
    text.resize(text.rfind('}'));
    return fmt::format("{},\"{}\":{}}}", text, name, more);
}

/// Without what the document says.
std::string entry_of(const Document& document) {
    return object_with({{"command", document.command},
                        {"form", document.form},
                        {"exit", document.exit},
                        {"size", document.content.size()}},
                       "messages", fmt::format("[{}]", fmt::join(document.messages, ",")));
}

std::string entry_of(const Part& part) {
    JsonWriter documents({.one_line = true, .only_ascii = true});
    documents.begin_object();
    for (const auto& [role, index] : part.documents) documents.member(role, index);
    documents.end();
    std::string text = documents.take();
    text.pop_back(); // the line end
    if (!part.programs.empty()) text += fmt::format(",\"programs\":[{}]", fmt::join(part.programs, ","));
    if (!part.sides.empty()) {
        JsonWriter sides({.one_line = true, .only_ascii = true});
        sides.begin_array();
        for (const std::string& side : part.sides) sides.value(side);
        sides.end();
        text += ",\"sides\":" + sides.take();
        text.pop_back();
    }
    return object_with({{"kind", part.kind}, {"name", part.name}, {"isa", part.isa}}, "documents", text);
}

/// The index: all but what the documents say.
std::string index_of(const Report& report) {
    std::string parts, documents;
    for (const Part& part : report.parts) parts += (parts.empty() ? "" : ",") + entry_of(part);
    for (const Document& document : report.documents) documents += (documents.empty() ? "" : ",") + entry_of(document);
    return object_with({{"version", 1}, {"relit", report.version}, {"title", report.title}}, "parts",
                       fmt::format("[{}],\"documents\":[{}]", parts, documents));
}

} // namespace

void write_page(const Report& report, const std::function<void(std::string_view)>& sink, Renewal renewal) {
    const bool renews = renewal == Renewal::WhenStampChanges;
    const std::string title = escaped(report.title);
    sink(
        fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"{}{}\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width\"><title>{} - Relit</title>\n<style>",
                    kPolicy, renews ? "; connect-src 'self'" : "", title));
    sink(kStyle);
    sink(
        fmt::format("</style></head>\n<body><div id=\"app\"></div><noscript>{}: this report needs JavaScript, which it "
                    "has within itself.</noscript>\n<script type=\"application/json\" id=\"report\">",
                    title));
    sink(in_script(index_of(report)));
    sink("</script>\n");
    for (std::size_t i = 0; i < report.documents.size(); ++i) {
        const std::string& content = report.documents[i].content;
        if (content.empty()) continue;
        sink(fmt::format("<script type=\"text/plain\" id=\"document-{}\">", i));
        sink(base64(deflate_raw(bytes_of(content))));
        sink("</script>\n");
    }
    sink("<!--\n");
    sink(kLicences);
    sink("-->\n<script>");
    sink(kViewer);
    sink("</script>");
    if (renews) sink(kRenewing);
    sink("</body></html>\n");
}

std::string with_stamp(std::string page, std::string_view stamp) {
    page += fmt::format("<script>stampOfPage=\"{}\"</script>\n", escaped(stamp));
    return page;
}

std::string_view viewer_licences() { return kLicences; }

} // namespace relit::report
