// The place of a crash, for the list of quarantined units.
#pragma once

namespace relit::batch {

/// Lets SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT print a line on standard error before they end the process: the object and the offset
/// in it, which do not depend on where it was loaded. A stack overflow is told as well, in the thread that calls this.
void tell_location_of_crashes();

} // namespace relit::batch
