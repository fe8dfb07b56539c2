/*
 * Loaded below a station (LD_PRELOAD), notes what SQLite writes to its files and when it waits for the disk, in the order
 * in which it happened. power.log.ts reads the log. A note is: kind ('W' write, 'S' sync, 'T' truncate), file
 * ('d' database, 'l' log), offset and length as 64 bits each, then the bytes of a write.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int notes = -1;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate64)(int, off64_t);

static void setup(void) {
  if (real_write != NULL) return;
  real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate64 = dlsym(RTLD_NEXT, "ftruncate64");
  const char *path = getenv("POWER_LOG");
  if (path != NULL) notes = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  real_write = dlsym(RTLD_NEXT, "write");
}

static int ends_with(const char *text, const char *end) {
  size_t a = strlen(text), b = strlen(end);
  return a >= b && strcmp(text + a - b, end) == 0;
}

/* 'd', 'l', or 0 for any other file. */
static char file_of(int fd) {
  char link[64], path[4096];
  if (notes < 0 || fd < 3) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  if (ends_with(path, "/station.sqlite")) return 'd';
  return ends_with(path, "/station.sqlite-wal") ? 'l' : 0;
}

static void note(char kind, char file, uint64_t offset, uint64_t length, const void *bytes) {
  unsigned char head[18];
  head[0] = kind;
  head[1] = file;
  memcpy(head + 2, &offset, 8);
  memcpy(head + 10, &length, 8);
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, bytes == NULL ? 0 : length}};
  pthread_mutex_lock(&lock);
  ssize_t ignored = writev(notes, parts, 2);
  (void)ignored;
  pthread_mutex_unlock(&lock);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  setup();
  char file = file_of(fd);
  if (file != 0) note('W', file, (uint64_t)lseek64(fd, 0, SEEK_CUR), length, bytes);
  return real_write(fd, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  setup();
  char file = file_of(fd);
  if (file != 0) note('W', file, (uint64_t)offset, length, bytes);
  return real_pwrite64(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

/* Noted once it is done: until then nothing is known to be on disk. */
static int synced(int result, char file) {
  if (result == 0 && file != 0) note('S', file, 0, 0, NULL);
  return result;
}

int fsync(int fd) {
  setup();
  return synced(real_fsync(fd), file_of(fd));
}

int fdatasync(int fd) {
  setup();
  return synced(real_fdatasync(fd), file_of(fd));
}

int ftruncate64(int fd, off64_t length) {
  setup();
  char file = file_of(fd);
  if (file != 0) note('T', file, 0, (uint64_t)length, NULL);
  return real_ftruncate64(fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }
