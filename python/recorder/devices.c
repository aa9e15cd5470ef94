/* The described devices and which of them is current in a thread. */
#include "recorder.h"
#include <cuda.h>
#include <stdlib.h>
#include <string.h>

static int capabilities[MAX_DEVICES];
static int count = -1;
static char contexts[MAX_DEVICES];
static __thread int stack[64];
static __thread int depth;

/* Numbers of a list such as "90,80". */
static int numbers(const char *text, int *found) {
    int many = 0;
    while (*text && many < MAX_DEVICES) {
        char *end;
        found[many++] = (int)strtol(text, &end, 10);
        if (*end != ',') break;
        text = end + 1;
    }
    return many;
}

/* CUDA_VISIBLE_DEVICES chooses and orders them, as the driver does: what follows a number that is no
   device's is not there. */
static void describe(void) {
    const char *text = getenv("TILEPORT_RECORDER_DEVICES"), *visible = getenv("CUDA_VISIBLE_DEVICES");
    int there[MAX_DEVICES], wanted[MAX_DEVICES], found = 0;
    int many = numbers(text && *text ? text : "90", there);
    int asked = visible ? numbers(visible, wanted) : many;
    for (int place = 0; place < asked; place++) {
        int index = visible ? wanted[place] : place;
        if (index < 0 || index >= many) break;
        capabilities[found++] = there[index];
    }
    count = found;
}

int device_count(void) {
    if (count < 0) describe();
    return count;
}

int device_capability(int device) {
    return device >= 0 && device < device_count() ? capabilities[device] : 0;
}

int current_device(void) { return depth ? stack[depth - 1] : -1; }

void set_current_device(int device) {
    if (!depth) depth = 1;
    stack[depth - 1] = device;
}

void push_device(int device) {
    if (depth < 64) stack[depth++] = device;
}

int pop_device(void) { return depth ? stack[--depth] : -1; }

void *context_of(int device) {
    return device >= 0 && device < device_count() ? &contexts[device] : NULL;
}

int device_of_context(const void *context) {
    const char *place = context;
    return place >= contexts && place < contexts + device_count() ? (int)(place - contexts) : -1;
}

/* Multiprocessors of the capabilities that ports are made for. */
static int multiprocessors(int capability) {
    switch (capability) {
    case 80: return 108;
    case 90: return 132;
    case 100: return 148;
    case 103: return 160;
    case 120: return 188;
    default: return 100;
    }
}

int device_attribute(int attribute, int device) {
    int capability = device_capability(device);
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return capability / 10;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return capability % 10;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return multiprocessors(capability);
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return 32;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return 2048;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return 2147483647;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return 65535;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: return 50 << 20;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: return 1;
    default: return 0;
    }
}
