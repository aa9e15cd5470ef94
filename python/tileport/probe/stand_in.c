/* A CUDA driver that has one device and does nothing: cuda-tile's extension loads it in place of
 * libcuda.so.1 on machines without a GPU. It answers questions about the device and about pointers;
 * every other call succeeds without effect. Nothing is ever launched through it. */
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTE_SM_COUNT = 16, ATTRIBUTE_MAJOR = 75, ATTRIBUTE_MINOR = 76 };

static int described(const char *name, int fallback) {
    const char *value = getenv(name);
    return value ? atoi(value) : fallback;
}

static int succeed(void) { return 0; }

static int driver_version(int *version) {
    *version = 13050;
    return 0;
}

static int device_count(int *count) {
    *count = 1;
    return 0;
}

static int device_get(int *device, int ordinal) {
    (void)ordinal;
    *device = 0;
    return 0;
}

static int device_attribute(int *value, int attribute, int device) {
    (void)device;
    switch (attribute) {
    case ATTRIBUTE_MAJOR: *value = described("TILEPORT_GPU_CC", 90) / 10; break;
    case ATTRIBUTE_MINOR: *value = described("TILEPORT_GPU_CC", 90) % 10; break;
    case ATTRIBUTE_SM_COUNT: *value = described("TILEPORT_GPU_SMS", 132); break;
    default: *value = 0;
    }
    return 0;
}

static int context(void **out) {
    static int only;
    *out = &only;
    return 0;
}

static int pointer_attribute(void *data, int attribute, unsigned long long pointer) {
    (void)attribute;
    (void)pointer;
    return context(data);
}

static int error_text(int error, const char **text) {
    (void)error;
    *text = "the stand-in driver cannot do this";
    return 0;
}

int cuGetProcAddress_v2(const char *name, void **function, int version, unsigned long long flags,
                        void *status) {
    static const struct {
        const char *name;
        void *function;
    } known[] = {
        {"cuDriverGetVersion", (void *)driver_version}, {"cuDeviceGetCount", (void *)device_count},
        {"cuDeviceGet", (void *)device_get},            {"cuDeviceGetAttribute", (void *)device_attribute},
        {"cuCtxGetCurrent", (void *)context},           {"cuPointerGetAttribute", (void *)pointer_attribute},
        {"cuGetErrorString", (void *)error_text},       {"cuGetErrorName", (void *)error_text},
    };
    (void)version;
    (void)flags;
    (void)status;
    *function = (void *)succeed;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) *function = known[i].function;
    return 0;
}

int cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags) {
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

int cuInit(unsigned flags) {
    (void)flags;
    return 0;
}
