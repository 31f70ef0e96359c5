#include "tests/support/small_stack.hpp"

#include <pthread.h>

namespace relit::test {

void on_small_stack(std::size_t bytes, const std::function<void()>& work) {
    pthread_attr_t settings;
    pthread_attr_init(&settings);
    pthread_attr_setstacksize(&settings, bytes);
    pthread_t thread{};
    const auto call = [](void* what) -> void* {
        (*static_cast<const std::function<void()>*>(what))();
        return nullptr;
    };
    if (pthread_create(&thread, &settings, call, const_cast<std::function<void()>*>(&work)) == 0)
        pthread_join(thread, nullptr);
    pthread_attr_destroy(&settings);
}

} // namespace relit::test
