/* Events as JSON lines; each is one write, so that threads and processes do not mix theirs. */
#include "recorder.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct line {
    char text[32768];
    size_t length;
};

static void add(struct line *line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof line->text - line->length;
    int written = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (written > 0) line->length += (size_t)written < room ? (size_t)written : room - 1;
}

/* Without a log a launch costs next to nothing, so that host code can be timed. */
static const char *log_path(void) {
    const char *path = getenv("TILEPORT_RECORDER_LOG");
    return path && *path ? path : NULL;
}

static void finish(struct line *line) {
    const char *path = log_path();
    if (!path) return;
    add(line, "}\n");
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) return;
    if (write(file, line->text, line->length) < 0) perror("recorder");
    close(file);
}

void log_event(const char *event) {
    if (!log_path()) return;
    struct line line = {.length = 0};
    add(&line, "{\"event\": \"%s\"", event);
    finish(&line);
}

void log_stream_event(const char *event, const void *stream) {
    if (!log_path()) return;
    struct line line = {.length = 0};
    add(&line, "{\"event\": \"%s\", \"stream\": %llu", event, (unsigned long long)(uintptr_t)stream);
    finish(&line);
}

void log_launch(const struct kernel *kernel, const unsigned grid[3], const unsigned block[3],
                unsigned shared, const unsigned cluster[3], const void *stream, void **params) {
    if (!log_path()) return;
    struct line line = {.length = 0};
    add(&line, "{\"event\": \"launch\", \"kernel\": \"%s\", \"text\": \"%016llx\"", kernel->name,
        (unsigned long long)kernel->text);
    add(&line, ", \"kernel_device\": %d, \"device\": %d", kernel->device, current_device());
    add(&line, ", \"stream\": %llu, \"stream_device\": %d, \"capturing\": %s",
        (unsigned long long)(uintptr_t)stream, stream_device(stream),
        stream_capturing(stream) ? "true" : "false");
    add(&line, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"cluster\": [%u, %u, %u]", grid[0],
        grid[1], grid[2], block[0], block[1], block[2], cluster[0], cluster[1], cluster[2]);
    add(&line, ", \"shared\": %u, \"params\": [", shared);
    for (int index = 0; index < kernel->params; index++) {
        const unsigned char *bytes = params[index];
        add(&line, index ? ", \"" : "\"");
        for (int at = 0; at < kernel->sizes[index]; at++) add(&line, "%02x", bytes[at]);
        add(&line, "\"");
    }
    add(&line, "]");
    finish(&line);
}
