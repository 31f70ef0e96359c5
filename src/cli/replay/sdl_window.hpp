// A window that shows images and takes keys. It is SDL's, which is opened when it is asked for: nothing else requires it.
#pragma once

#include "base/image.hpp"
#include "base/result.hpp"

#include <chrono>
#include <string>

namespace relit::cli {

class Window {
public:
    /// Fails with NotSupported where SDL is not installed, with Device where it has no display.
    [[nodiscard]] static Result<Window> open(const std::string& title);
    Window(Window&& other) noexcept;
    Window& operator=(Window&&) = delete;
    ~Window();

    /// An image without pixels leaves what is shown.
    [[nodiscard]] Status show(const Image& image, const std::string& title);
    /// The next key that is pressed, as a character; 'q' too when the window is closed; 0: none in that time.
    [[nodiscard]] char wait_for_key(std::chrono::milliseconds longest);
    /// As if it were pressed.
    void press(char key);

private:
    struct Functions;
    Window() = default;
    [[nodiscard]] Status make(const std::string& title);
    [[nodiscard]] Status make_texture(const Image& image);
    [[nodiscard]] Fault fault(const char* call) const;

    const Functions* sdl_ = nullptr; // of the library, which stays open
    void *window_ = nullptr, *renderer_ = nullptr, *texture_ = nullptr;
    std::uint32_t width_ = 0, height_ = 0; // of the texture
};

} // namespace relit::cli
