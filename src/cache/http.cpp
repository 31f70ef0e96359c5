#include "cache/http.hpp"

#include "base/shared_object.hpp"
#include "cache/url.hpp"

#include <curl/curl.h>
#include <algorithm>
#include <csignal>
#include <ctime>
#include <utility>

#include <fmt/format.h>

namespace relit::cache {

struct HttpClient::Functions {
#define CURL_FUNCTION(name) decltype(&curl_##name) name = nullptr;
#include "cache/curl.inc"
#undef CURL_FUNCTION
};

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t{64} << 10;
constexpr std::size_t kMostHandles = 16; // that are kept

/// A connection that breaks while it is written must not end the program. Where other threads have handlers, they stay.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() {
        sigset_t pending;
        ::sigemptyset(&pipe_);
        ::sigaddset(&pipe_, SIGPIPE);
        ::sigpending(&pending);
        was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~WithoutPipeSignal() {
        constexpr std::timespec kNow{};
        if (!was_pending_) (void)::sigtimedwait(&pipe_, nullptr, &kNow);
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

private:
    sigset_t pipe_{}, before_{};
    bool was_pending_ = false;
};

/// What a request reads and writes while it runs.
struct Transfer {
    Bytes upload;
    std::vector<std::uint8_t> body;
    std::size_t most_bytes = 0, header_bytes = 0;
    bool is_too_large = false;
};

std::size_t take_body(char* bytes, std::size_t, std::size_t count, void* to) {
    Transfer& transfer = *static_cast<Transfer*>(to);
    transfer.is_too_large = transfer.body.size() + count > transfer.most_bytes;
    if (transfer.is_too_large) return CURL_WRITEFUNC_ERROR;
    transfer.body.insert(transfer.body.end(), bytes, bytes + count);
    return count;
}
std::size_t take_header(char*, std::size_t, std::size_t count, void* to) {
    Transfer& transfer = *static_cast<Transfer*>(to);
    transfer.header_bytes += count;
    transfer.is_too_large = transfer.header_bytes > kMostHeaderBytes;
    return transfer.is_too_large ? CURL_WRITEFUNC_ERROR : count;
}
std::size_t give_body(char* into, std::size_t size, std::size_t count, void* from) {
    Transfer& transfer = *static_cast<Transfer*>(from);
    const Bytes part = transfer.upload.first(std::min(size * count, transfer.upload.size()));
    std::ranges::copy(part, reinterpret_cast<std::uint8_t*>(into));
    transfer.upload = transfer.upload.subspan(part.size());
    return part.size();
}

std::string text_of(CURLcode code, const char* said, const HttpRequest& request, const Transfer& transfer) {
    if (transfer.is_too_large) return "the answer is larger than it may be";
    switch (code) {
        case CURLE_OPERATION_TIMEDOUT: return fmt::format("no whole answer within {} ms", request.longest.count());
        case CURLE_COULDNT_CONNECT: return "no connection";
        case CURLE_COULDNT_RESOLVE_HOST: return "the name of the server is not known";
        case CURLE_PARTIAL_FILE: return "the answer is cut off";
        case CURLE_GOT_NOTHING: return "the server closes the connection without an answer";
        default: return fmt::format("the request failed: {}", without_passwords(said));
    }
}

} // namespace

Result<std::unique_ptr<HttpClient>> HttpClient::open() {
    auto library = SharedObject::open({"libcurl.so.4"});
    if (!library) return fail(FaultKind::NotSupported, "HTTP needs libcurl, which this machine has not");
    auto functions = std::make_unique<Functions>();
#define CURL_FUNCTION(name) library->find("curl_" #name, functions->name);
#include "cache/curl.inc"
#undef CURL_FUNCTION
    constexpr std::string_view kNotUsable = "the libcurl of this machine is not usable";
    if (library->fault())
        return fail(FaultKind::NotSupported, fmt::format("{}: {}", kNotUsable, library->fault()->text));
    if (functions->global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return fail(FaultKind::NotSupported, std::string(kNotUsable));
    return std::unique_ptr<HttpClient>(new HttpClient(std::move(functions)));
}

HttpClient::HttpClient(std::unique_ptr<const Functions> functions) : curl_(std::move(functions)) {}

HttpClient::~HttpClient() {
    for (void* handle : handles_) curl_->easy_cleanup(handle);
}

void* HttpClient::take_handle() {
    const std::lock_guard lock(mutex_);
    if (handles_.empty()) return curl_->easy_init();
    void* handle = handles_.back();
    handles_.pop_back();
    return handle;
}

void HttpClient::release_handle(void* handle) {
    {
        const std::lock_guard lock(mutex_);
        if (handles_.size() < kMostHandles) {
            handles_.push_back(handle);
            return;
        }
    }
    curl_->easy_cleanup(handle);
}

void HttpClient::set_up(void* handle, const HttpRequest& request) const {
    const auto set = [&](CURLoption option, auto value) { (void)curl_->easy_setopt(handle, option, value); };
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, "");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.longest.count()));
    set(CURLOPT_QUICK_EXIT, 1L); // a name that is being looked up does not hold the program
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_USERAGENT, "relit");
    set(CURLOPT_WRITEFUNCTION, take_body);
    set(CURLOPT_HEADERFUNCTION, take_header);
    set(CURLOPT_READFUNCTION, give_body);
    set(CURLOPT_NOBODY, request.method == HttpMethod::Head ? 1L : 0L);
    if (request.method == HttpMethod::Get) set(CURLOPT_HTTPGET, 1L);
    set(CURLOPT_UPLOAD, request.method == HttpMethod::Put ? 1L : 0L);
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
}

Result<HttpAnswer> HttpClient::perform(const HttpRequest& request) {
    void* handle = take_handle();
    if (handle == nullptr) return fail(FaultKind::Internal, "libcurl gives no handle");
    const WithoutPipeSignal guard;
    Transfer transfer{.upload = request.body, .body = {}, .most_bytes = request.most_bytes};
    set_up(handle, request);
    curl_slist* const headers = curl_->slist_append(nullptr, "Expect:"); // a body is sent without being asked for
    for (const CURLoption option : {CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA})
        (void)curl_->easy_setopt(handle, option, &transfer);
    (void)curl_->easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    const CURLcode code = curl_->easy_perform(handle);
    HttpAnswer answer{.status = 0, .body = std::move(transfer.body)};
    (void)curl_->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
    (void)curl_->easy_setopt(handle, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(nullptr));
    curl_->slist_free_all(headers);
    release_handle(handle);
    if (code != CURLE_OK) return fail(text_of(code, curl_->easy_strerror(code), request, transfer));
    return answer;
}

} // namespace relit::cache
