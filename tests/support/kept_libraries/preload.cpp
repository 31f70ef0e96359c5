// Preloaded into the tests of a build with sanitizers: libraries stay in memory, so that what drivers leave behind is still pointed
// to, or has a name that a suppression can say.
extern "C" int dlclose(void* handle);
extern "C" int dlclose(void* /*handle*/) { return 0; }
