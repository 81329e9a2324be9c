// Preloaded into a process: each sync of a file takes SLOW_SYNC_MS longer, as on a slow disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_a_while(void) {
  const char *given = getenv("SLOW_SYNC_MS");
  long ms = given ? atol(given) : 0;
  struct timespec pause = {ms / 1000, (ms % 1000) * 1000000L};
  nanosleep(&pause, 0);
}

int fsync(int file) {
  wait_a_while();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_a_while();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
