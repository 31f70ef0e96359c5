// Waiting for the end of a server: Ctrl-C, and what a supervisor sends.
#pragma once

#include <csignal>
#include <initializer_list>

namespace relit {

/// Holds SIGINT and SIGTERM, so that wait_for_end() gets them. Call before there are threads: they inherit it.
inline sigset_t hold_end_signals() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM}) ::sigaddset(&ends, signal);
    ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
    return ends;
}

/// Returns when one of the signals has come.
inline void wait_for_end(const sigset_t& ends) {
    int signal = 0;
    (void)::sigwait(&ends, &signal);
}

} // namespace relit
