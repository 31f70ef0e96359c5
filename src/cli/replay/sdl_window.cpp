#include "cli/replay/sdl_window.hpp"

#include "base/shared_object.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {

struct Window::Functions {
#define SDL(result, name, arguments) result(*name) arguments = nullptr;
#include "cli/replay/sdl.inc"
#undef SDL

    /// Fails where SDL is not installed, or lacks something.
    [[nodiscard]] static Result<Functions> load();
};

Result<Window::Functions> Window::Functions::load() {
    auto library = SharedObject::open({"libSDL2-2.0.so.0"});
    if (!library) return fail(FaultKind::NotSupported, "there is no SDL 2 on this machine (package libsdl2-2.0-0)");
    Functions functions;
#define SDL(result, name, arguments) library->find(#name, functions.name);
#include "cli/replay/sdl.inc"
#undef SDL
    if (library->fault())
        return fail(FaultKind::NotSupported,
                    fmt::format("the SDL 2 of this machine is not usable: {}", library->fault()->text));
    return functions;
}

namespace {

// Of SDL's headers.
constexpr std::uint32_t kInitVideo = 0x20, kResizable = 0x20, kQuit = 0x100, kKeyDown = 0x300;
constexpr std::uint32_t kAbgr8888 = 0x16762004; // four bytes, red first
constexpr int kCentred = 0x2fff0000, kStreaming = 1;
/// SDL_Event, of which only events of keys are looked into; it has 56 bytes.
struct Event {
    std::uint32_t type = 0, time = 0, window = 0;
    std::uint8_t state = 0, repeats = 0, unused[2]{};
    std::int32_t scancode = 0, key = 0; // the key: its character
    std::uint8_t rest[32]{};
};
static_assert(sizeof(Event) == 56);

constexpr int kFirstWidth = 640, kFirstHeight = 448;

} // namespace

Fault Window::fault(const char* call) const {
    return {FaultKind::Device, std::string(call) + ": " + sdl_->SDL_GetError(), {}, 0, 0};
}

Result<Window> Window::open(const std::string& title) {
    static const Result<Functions> functions = Functions::load();
    if (!functions) return std::unexpected(functions.error());
    Window window;
    window.sdl_ = &*functions;
    if (const Status made = window.make(title); !made) return std::unexpected(made.error());
    return window;
}

Status Window::make(const std::string& title) {
    if (sdl_->SDL_Init(kInitVideo) != 0) return std::unexpected(fault("SDL_Init"));
    window_ = sdl_->SDL_CreateWindow(title.c_str(), kCentred, kCentred, kFirstWidth, kFirstHeight, kResizable);
    if (window_ == nullptr) return std::unexpected(fault("SDL_CreateWindow"));
    renderer_ = sdl_->SDL_CreateRenderer(window_, -1, 0);
    return renderer_ != nullptr ? Status() : std::unexpected(fault("SDL_CreateRenderer"));
}

Window::Window(Window&& other) noexcept
    : sdl_(std::exchange(other.sdl_, nullptr)), window_(std::exchange(other.window_, nullptr)),
      renderer_(std::exchange(other.renderer_, nullptr)), texture_(std::exchange(other.texture_, nullptr)),
      width_(other.width_), height_(other.height_) {}

Window::~Window() {
    if (sdl_ == nullptr) return;
    if (texture_ != nullptr) sdl_->SDL_DestroyTexture(texture_);
    if (renderer_ != nullptr) sdl_->SDL_DestroyRenderer(renderer_);
    if (window_ != nullptr) sdl_->SDL_DestroyWindow(window_);
    sdl_->SDL_Quit();
}

Status Window::make_texture(const Image& image) {
    if (texture_ != nullptr && width_ == image.width && height_ == image.height) return {};
    if (texture_ != nullptr) sdl_->SDL_DestroyTexture(texture_);
    const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
    texture_ = sdl_->SDL_CreateTexture(renderer_, kAbgr8888, kStreaming, width, height);
    if (texture_ == nullptr) return std::unexpected(fault("SDL_CreateTexture"));
    width_ = image.width, height_ = image.height;
    sdl_->SDL_SetWindowSize(window_, width, height);
    return {};
}

Status Window::show(const Image& image, const std::string& title) {
    sdl_->SDL_SetWindowTitle(window_, title.c_str());
    if (image.rgba.empty()) return {};
    if (const Status made = make_texture(image); !made) return made;
    const int row = static_cast<int>(4 * image.width);
    if (sdl_->SDL_UpdateTexture(texture_, nullptr, image.rgba.data(), row) != 0)
        return std::unexpected(fault("SDL_UpdateTexture"));
    sdl_->SDL_RenderClear(renderer_);
    if (sdl_->SDL_RenderCopy(renderer_, texture_, nullptr, nullptr) != 0)
        return std::unexpected(fault("SDL_RenderCopy"));
    sdl_->SDL_RenderPresent(renderer_);
    return {};
}

char Window::wait_for_key(std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        Event event;
        if (sdl_->SDL_WaitEventTimeout(&event, left.count() > 0 ? static_cast<int>(left.count()) : 0) == 0) return 0;
        if (event.type == kQuit) return 'q';
        constexpr std::int32_t kEscape = 27, kCharacters = 128;
        if (event.type != kKeyDown || event.key <= 0 || event.key >= kCharacters) continue;
        return event.key == kEscape ? 'q' : static_cast<char>(event.key);
    }
}

void Window::press(char key) {
    Event event;
    event.type = kKeyDown, event.key = static_cast<unsigned char>(key), event.state = 1;
    sdl_->SDL_PushEvent(&event);
}

} // namespace relit::cli
