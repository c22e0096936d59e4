/* Stands between a program and the disk (LD_PRELOAD): writes down what the program does to the
   files of one folder, and lets one of its operations fail or be its last.  Whoever is to be
   disturbed calls `shim_begin` first, and may ask `shim_done` how many operations there were. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char root[PATH_MAX];
static int trace = -1;
static long done, at;
static char how[16];
static ssize_t (*raw_writev)(int, const struct iovec *, int);

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = dlsym(RTLD_NEXT, name)
#define LOCKED(result) do { int kept = errno; pthread_mutex_unlock(&turn); errno = kept; \
    return result; } while (0)

struct record {
    char kind;
    uint32_t first, second;
    uint64_t inode, offset;
} __attribute__((packed));

/* `folder`: what happens elsewhere is left alone.  `file`: each operation that succeeded is appended
   to it (disk_trace.py reads it); "" for none.  `which`: the operation to disturb, counted from 1; 0
   for none.  `way`: "kill": the program is killed in place of it; "short": half of the next write is
   done, and the operation after it finds no room; a number: it fails with this errno; a negative
   number: so do all after it. */
void shim_begin(const char *folder, const char *file, long which, const char *way) {
    int (*raw_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    raw_writev = dlsym(RTLD_NEXT, "writev");
    if (*file) trace = raw_open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    snprintf(root, sizeof root, "%s", folder);
    snprintf(how, sizeof how, "%s", way);
    done = 0;
    at = which;
}

long shim_done(void) { return done; }

static int ours(const char *path) {
    size_t n = strlen(root);
    return n && !strncmp(path, root, n) && (path[n] == '/' || !path[n] || path[n] == ' ');
}

static int ours_open(int fd) {
    if (!root[0]) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return ours(path);
}

static void whole(int folder, const char *path, char *to) {
    char link[64];
    if (path[0] == '/') { snprintf(to, PATH_MAX, "%s", path); return; }
    ssize_t n;
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    n = readlink(link, to, PATH_MAX - 1);
    snprintf(to + (n < 0 ? 0 : n), PATH_MAX - (n < 0 ? 0 : n), "/%s", path);
}

static uint64_t inode(int fd) { struct stat s; return fstat(fd, &s) ? 0 : s.st_ino; }

static void note(char kind, uint64_t inode, uint64_t offset, const void *first, size_t n,
                 const void *second, size_t m) {
    struct record head = {kind, n, m, inode, offset};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)first, n}, {(void *)second, m}};
    if (trace >= 0 && raw_writev(trace, parts, 3) < 0) abort();
}

/* Count an operation; is it to fail?  1: yes, errno is set; 2: half of it is to be written. */
static int disturbed(int writes) {
    static int halved;
    done++;
    if (!at || done < at) return 0;
    if (!strcmp(how, "short")) {
        if (!halved) return halved = writes ? 2 : 0;
        at = halved = 0;
        errno = ENOSPC;
        return 1;
    }
    if (done > at && how[0] != '-') return 0;
    if (!strcmp(how, "kill")) { kill(getpid(), SIGKILL); for (;;) pause(); }
    errno = abs(atoi(how));
    return 1;
}

static int opened(int (*real)(int, const char *, int, ...), int folder, const char *path, int flags,
                  mode_t mode) {
    char full[PATH_MAX];
    struct stat before;
    whole(folder, path, full);
    if (!ours(full)) return real(folder, path, flags, mode);
    pthread_mutex_lock(&turn);
    if (disturbed(0)) LOCKED(-1);
    int there = !lstat(full, &before), fd = real(folder, path, flags, mode);
    if (fd >= 0 && !there) note('C', inode(fd), 0, full, strlen(full), 0, 0);
    else if (fd >= 0 && (flags & O_TRUNC)) note('T', inode(fd), 0, 0, 0, 0, 0);
    LOCKED(fd);
}

#define MODE mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }
#define OPENS(name) int name(const char *path, int flags, ...) { \
    REAL(int, "openat", int, const char *, int, ...); MODE \
    return opened(real, AT_FDCWD, path, flags, mode); }
#define OPENS_AT(name) int name(int folder, const char *path, int flags, ...) { \
    REAL(int, "openat", int, const char *, int, ...); MODE \
    return opened(real, folder, path, flags, mode); }
OPENS(open) OPENS(open64) OPENS_AT(openat) OPENS_AT(openat64)

#define WRITES(name, more, given, where) ssize_t name(int fd, const void *data, size_t n more) { \
    REAL(ssize_t, #name, int, const void *, size_t more); \
    if (fd == 1) note('K', 0, 0, data, n, 0, 0); \
    if (fd <= 2 || fd == trace || !ours_open(fd)) return real(fd, data, n given); \
    pthread_mutex_lock(&turn); \
    int fails = disturbed(1); \
    if (fails == 1) LOCKED(-1); \
    uint64_t begins = where; \
    ssize_t written = real(fd, data, fails == 2 ? (n + 1) / 2 : n given); \
    if (written > 0) note('W', inode(fd), begins, data, written, 0, 0); \
    LOCKED(written); }
#define WITH_OFFSET , off_t offset
#define OFFSET , offset
static uint64_t position(int fd) {
    return fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
}
WRITES(write, , , position(fd))
WRITES(pwrite, WITH_OFFSET, OFFSET, offset)
WRITES(pwrite64, WITH_OFFSET, OFFSET, offset)

#define READS(name, more, given) ssize_t name(int fd, void *data, size_t n more) { \
    REAL(ssize_t, #name, int, void *, size_t more); \
    if (fd <= 2 || !ours_open(fd)) return real(fd, data, n given); \
    pthread_mutex_lock(&turn); \
    if (disturbed(0)) LOCKED(-1); \
    ssize_t got = real(fd, data, n given); \
    LOCKED(got); }
READS(read, , ) READS(pread, WITH_OFFSET, OFFSET) READS(pread64, WITH_OFFSET, OFFSET)

#define CUTS(name) int name(int fd, off_t size) { \
    REAL(int, #name, int, off_t); \
    if (!ours_open(fd)) return real(fd, size); \
    pthread_mutex_lock(&turn); \
    if (disturbed(0)) LOCKED(-1); \
    int failed = real(fd, size); \
    if (!failed) note('T', inode(fd), size, 0, 0, 0, 0); \
    LOCKED(failed); }
CUTS(ftruncate) CUTS(ftruncate64)

#define SYNCS(name) int name(int fd) { \
    REAL(int, #name, int); \
    if (!ours_open(fd)) return real(fd); \
    pthread_mutex_lock(&turn); \
    if (disturbed(0)) LOCKED(-1); \
    int failed = real(fd); \
    char link[64], path[PATH_MAX] = ""; \
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd); \
    ssize_t length = readlink(link, path, sizeof path - 1); \
    if (!failed) note('S', inode(fd), 0, path, length > 0 ? length : 0, 0, 0); \
    LOCKED(failed); }
SYNCS(fsync) SYNCS(fdatasync)

/* Names: a rename, a link, a removal, a new folder. */
static int names(char kind, int (*does)(const char *, const char *), int from_folder,
                 const char *from, int to_folder, const char *to) {
    char one[PATH_MAX] = "", other[PATH_MAX] = "";
    whole(from_folder, from, one);
    if (to) whole(to_folder, to, other);
    if (!ours(one) && !(to && ours(other))) return does(one, other);
    pthread_mutex_lock(&turn);
    if (disturbed(0)) LOCKED(-1);
    int failed = does(one, other);
    if (!failed) note(kind, 0, 0, one, strlen(one), other, strlen(other));
    LOCKED(failed);
}
#define DOES(name, symbol, call, ...) static int name(const char *one, const char *other) { \
    REAL(int, symbol, __VA_ARGS__); (void)other; return real call; }
DOES(renames, "rename", (one, other), const char *, const char *)
DOES(links, "link", (one, other), const char *, const char *)
DOES(unlinks, "unlink", (one), const char *)
DOES(removes, "rmdir", (one), const char *)
static __thread mode_t made_mode;
DOES(makes, "mkdir", (one, made_mode), const char *, mode_t)

int rename(const char *a, const char *b) { return names('R', renames, AT_FDCWD, a, AT_FDCWD, b); }
int renameat(int f, const char *a, int g, const char *b) { return names('R', renames, f, a, g, b); }
int link(const char *a, const char *b) { return names('L', links, AT_FDCWD, a, AT_FDCWD, b); }
int linkat(int f, const char *a, int g, const char *b, int flags) {
    (void)flags;
    return names('L', links, f, a, g, b);
}
int unlink(const char *a) { return names('U', unlinks, AT_FDCWD, a, 0, 0); }
int rmdir(const char *a) { return names('D', removes, AT_FDCWD, a, 0, 0); }
int unlinkat(int f, const char *a, int flags) {
    return flags & AT_REMOVEDIR ? names('D', removes, f, a, 0, 0) : names('U', unlinks, f, a, 0, 0);
}
int mkdir(const char *a, mode_t mode) { made_mode = mode; return names('M', makes, AT_FDCWD, a, 0, 0); }
int mkdirat(int f, const char *a, mode_t mode) { made_mode = mode; return names('M', makes, f, a, 0, 0); }
