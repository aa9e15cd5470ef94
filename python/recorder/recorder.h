/* What the parts of the recorder share.
 *
 * The recorder is one library that takes the place of libcuda.so.1 and of the CUDA runtime on a
 * machine without a GPU: preloaded, it lets torch make "cuda" tensors in host memory and streams, and
 * writes what is launched as JSON lines to the file that TILEPORT_RECORDER_LOG names, if it does. Nothing
 * computes. TILEPORT_RECORDER_DEVICES lists the compute capabilities of the devices, e.g. "90,80". */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { MAX_DEVICES = 8, MAX_PARAMS = 512 };

/* A kernel of a loaded image. */
struct kernel {
    char name[256];
    int device;
    uint64_t text;             /* FNV-1a of its machine code */
    int params;                /* number of parameters, -1 where the image does not tell */
    uint16_t sizes[MAX_PARAMS];  /* bytes, in order */
    struct kernel *next;
};

/* devices.c */
int device_count(void);
int device_capability(int device); /* ten times the compute capability */
int current_device(void);          /* -1 where no context is current */
void set_current_device(int device);
void *context_of(int device);
int device_of_context(const void *context);
void push_device(int device);
int pop_device(void);
int device_attribute(int attribute, int device);

/* memory.c: "device memory" and streams */
void *memory_take(size_t bytes, int device);
int memory_give(void *address);
int memory_device(uint64_t address); /* -1 where it is none of ours */
void *stream_make(int device);
void stream_forget(void *stream);
int stream_device(const void *stream); /* current device for the default streams */
int stream_capturing(const void *stream);
void stream_set_capturing(void *stream, int capturing);

/* image.c */
struct kernel *image_kernel(const void *image, const char *name);
const char *image_first_kernel(const void *image);

/* log.c */
void log_event(const char *event);
void log_stream_event(const char *event, const void *stream);
void log_launch(const struct kernel *kernel, const unsigned grid[3], const unsigned block[3],
                unsigned shared, const unsigned cluster[3], const void *stream, void **params);
