/* The entry points of libcuda.so.1 that torch, cuda.tile and the launchers call. */
#define _GNU_SOURCE
#include "recorder.h"
#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct module {
    const void *image;
};

/* Tests of error paths: the named call fails with the code, e.g. "cuModuleLoadData=209". */
static CUresult planned(const char *call) {
    const char *plan = getenv("TILEPORT_RECORDER_FAIL");
    size_t length = strlen(call);
    if (plan && !strncmp(plan, call, length) && plan[length] == '=') return atoi(plan + length + 1);
    return CUDA_SUCCESS;
}

CUresult cuInit(unsigned flags) {
    (void)flags;
    return planned("cuInit");
}

CUresult cuDriverGetVersion(int *version) {
    *version = 13020;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    static __thread char message[64];
    snprintf(message, sizeof message, "recorded error %d", (int)error);
    *text = message;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **text) { return cuGetErrorString(error, text); }

CUresult cuDeviceGetCount(int *count) {
    *count = device_count();
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    if (ordinal < 0 || ordinal >= device_count()) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    *value = device_attribute(attribute, device);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    snprintf(name, length, "recorded sm_%d", device_capability(device));
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    *context = context_of(device);
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
    (void)device;
    *flags = 0;
    *active = 1;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    *context = context_of(current_device());
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
    set_current_device(device_of_context(context));
    log_event("set_context");
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
    push_device(device_of_context(context));
    log_event("push_context");
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context) {
    void *popped = context_of(pop_device());
    if (context) *context = popped;
    log_event("pop_context");
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    int current = current_device();
    if (current < 0) return CUDA_ERROR_INVALID_CONTEXT;
    *device = current;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
    *id = 1 + device_of_context(context ? context : context_of(current_device()));
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
    log_event("synchronize");
    return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream) {
    log_stream_event("synchronize", stream);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
    int device = stream_device(stream);
    *context = context_of(device < 0 ? 0 : device);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
    *id = (uintptr_t)stream;
    return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
    *status = stream_capturing(stream) ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
    static __thread CUstreamCaptureMode current = CU_STREAM_CAPTURE_MODE_GLOBAL;
    CUstreamCaptureMode old = current;
    current = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr address) {
    int device = memory_device(address);
    if (device < 0) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)data = device; break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)data = CU_MEMORYTYPE_DEVICE; break;
    case CU_POINTER_ATTRIBUTE_CONTEXT: *(void **)data = context_of(device); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)data = address; break;
    default: memset(data, 0, sizeof(int));
    }
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr address) {
    if (base) *base = address & ~(CUdeviceptr)511;
    if (size) *size = 512;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream) {
    *address = (CUdeviceptr)memory_take(bytes, stream_device(stream));
    log_stream_event("alloc", stream);
    return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* The table stays: whoever reads the log may want to look at what a list pointed to. */
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
    (void)address;
    log_stream_event("free", stream);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
    memcpy((void *)to, from, bytes);
    log_stream_event("copy", stream);
    return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    CUresult failure = planned("cuModuleLoadData");
    if (failure) return failure;
    if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
    struct module *made = malloc(sizeof *made);
    made->image = image;
    *module = (CUmodule)made;
    log_event("load");
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    *function = (CUfunction)image_kernel(((struct module *)module)->image, name);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleUnload(CUmodule module) {
    (void)module;
    return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit, void **jit_values,
                           unsigned jit_count, CUlibraryOption *options, void **values, unsigned count) {
    (void)jit, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    struct module *made = malloc(sizeof *made);
    made->image = code;
    *library = (CUlibrary)made;
    log_event("load");
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    *kernel = (CUkernel)image_kernel(((struct module *)library)->image, name);
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuLibraryUnload(CUlibrary library) {
    (void)library;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
    *function = (CUfunction)kernel;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params, void **extra) {
    (void)extra;
    unsigned cluster[3] = {0, 0, 0};
    for (unsigned index = 0; index < config->numAttrs; index++)
        if (config->attrs[index].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            cluster[0] = config->attrs[index].value.clusterDim.x;
            cluster[1] = config->attrs[index].value.clusterDim.y;
            cluster[2] = config->attrs[index].value.clusterDim.z;
        }
    const unsigned grid[3] = {config->gridDimX, config->gridDimY, config->gridDimZ};
    const unsigned block[3] = {config->blockDimX, config->blockDimY, config->blockDimZ};
    if (!grid[0] || !grid[1] || !grid[2]) return CUDA_ERROR_INVALID_VALUE;
    CUresult failure = planned("cuLaunchKernel");
    if (failure) return failure;
    log_launch((struct kernel *)function, grid, block, config->sharedMemBytes, cluster, config->hStream,
               params);
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **params, void **extra) {
    CUlaunchConfig config = {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, NULL, 0};
    return cuLaunchKernelEx(&config, function, params, extra);
}

/* For calls that are not recorded: they succeed and have no effect. */
static CUresult succeed(void) { return CUDA_SUCCESS; }

CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *result) {
    (void)version, (void)flags;
    char suffixed[128];
    snprintf(suffixed, sizeof suffixed, "%s_v2", name);
    *function = dlsym(RTLD_DEFAULT, suffixed);
    if (!*function) *function = dlsym(RTLD_DEFAULT, name);
    if (!*function) *function = (void *)succeed;
    if (result) *result = CU_GET_PROC_ADDRESS_SUCCESS;
    return CUDA_SUCCESS;
}
