/* Host memory that passes for device memory, and streams. */
#include "recorder.h"
#include <pthread.h>
#include <stdlib.h>

struct range {
    uint64_t start, size;
    int device;
    struct range *next;
};

struct stream {
    int device, capturing;
    struct stream *next;
};

static struct range *ranges;
static struct stream *streams;
static int default_capturing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *memory_take(size_t bytes, int device) {
    struct range *range = malloc(sizeof *range);
    size_t size = (bytes + 511) & ~(size_t)511;
    void *address = aligned_alloc(512, size ? size : 512);
    if (!range || !address) {
        free(range);
        free(address);
        return NULL;
    }
    *range = (struct range){(uint64_t)address, size, device, NULL};
    pthread_mutex_lock(&lock);
    range->next = ranges;
    ranges = range;
    pthread_mutex_unlock(&lock);
    return address;
}

int memory_give(void *address) {
    struct range *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct range **link = &ranges; *link; link = &(*link)->next)
        if ((*link)->start == (uint64_t)address) {
            found = *link;
            *link = found->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (!found) return 0;
    free(found);
    free(address);
    return 1;
}

int memory_device(uint64_t address) {
    int device = -1;
    pthread_mutex_lock(&lock);
    for (struct range *range = ranges; range; range = range->next)
        if (address - range->start < range->size) {
            device = range->device;
            break;
        }
    pthread_mutex_unlock(&lock);
    return device;
}

void *stream_make(int device) {
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->device = device;
    pthread_mutex_lock(&lock);
    stream->next = streams;
    streams = stream;
    pthread_mutex_unlock(&lock);
    return stream;
}

static struct stream *find(const void *handle) {
    for (struct stream *stream = streams; stream; stream = stream->next)
        if (stream == handle) return stream;
    return NULL;
}

void stream_forget(void *handle) {
    pthread_mutex_lock(&lock);
    for (struct stream **link = &streams; *link; link = &(*link)->next)
        if (*link == handle) {
            *link = (*link)->next;
            free(handle);
            break;
        }
    pthread_mutex_unlock(&lock);
}

int stream_device(const void *handle) {
    pthread_mutex_lock(&lock);
    struct stream *stream = find(handle);
    int device = stream ? stream->device : current_device();
    pthread_mutex_unlock(&lock);
    return device;
}

int stream_capturing(const void *handle) {
    pthread_mutex_lock(&lock);
    struct stream *stream = find(handle);
    int capturing = stream ? stream->capturing : default_capturing;
    pthread_mutex_unlock(&lock);
    return capturing;
}

void stream_set_capturing(void *handle, int capturing) {
    pthread_mutex_lock(&lock);
    struct stream *stream = find(handle);
    if (stream) stream->capturing = capturing;
    else default_capturing = capturing;
    pthread_mutex_unlock(&lock);
}
