#include "batch/stop_signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>
#include <initializer_list>

namespace relit::batch {

StopSignals::StopSignals() {
    sigset_t stops;
    ::sigemptyset(&stops);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now{};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) ::sigaddset(&stops, signal);
    }
    (void)::sigprocmask(SIG_BLOCK, &stops, &before_);
    descriptor_ = ::signalfd(-1, &stops, SFD_CLOEXEC | SFD_NONBLOCK);
}

StopSignals::~StopSignals() {
    take(); // a signal that comes late is the same
    ::close(descriptor_);
    (void)::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void StopSignals::take() {
    signalfd_siginfo one{};
    while (::read(descriptor_, &one, sizeof one) == sizeof one)
        if (signal_ == 0) signal_ = static_cast<int>(one.ssi_signo);
}

void StopSignals::release() const {
    (void)std::signal(SIGINT, SIG_IGN);
    (void)std::signal(SIGHUP, SIG_IGN);
    (void)::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

} // namespace relit::batch
