/* What a cubin says of its kernels: the machine code and the parameters. */
#include "recorder.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In `.nv.info.<kernel>`: records of format, attribute, size; this one describes a parameter. */
enum { FORMAT_SIZED = 4, ATTRIBUTE_PARAMETER = 0x17, PARAMETER_SIZE_SHIFT = 18 };

static const Elf64_Shdr *section(const unsigned char *image, const char *name) {
    const Elf64_Ehdr *head = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + head->e_shoff);
    const char *names = (const char *)image + sections[head->e_shstrndx].sh_offset;
    for (int index = 0; index < head->e_shnum; index++)
        if (!strcmp(names + sections[index].sh_name, name)) return &sections[index];
    return NULL;
}

static int is_elf(const void *image) { return !memcmp(image, ELFMAG, SELFMAG); }

const char *image_first_kernel(const void *image) {
    if (!is_elf(image)) return NULL;
    const Elf64_Ehdr *head = image;
    const Elf64_Shdr *sections = (const void *)((const char *)image + head->e_shoff);
    const char *names = (const char *)image + sections[head->e_shstrndx].sh_offset;
    for (int index = 0; index < head->e_shnum; index++) {
        const char *name = names + sections[index].sh_name;
        if (!strncmp(name, ".text.", 6)) return name + 6;
    }
    return NULL;
}

static void read_params(struct kernel *kernel, const unsigned char *info, size_t size) {
    for (size_t at = 0; at + 4 <= size;) {
        unsigned format = info[at], attribute = info[at + 1];
        unsigned length;
        memcpy(&length, info + at + 2, 2);
        length &= 0xffff;
        if (format != FORMAT_SIZED) {
            at += 4;
            continue;
        }
        if (attribute == ATTRIBUTE_PARAMETER && length >= 12 && at + 16 <= size) {
            uint16_t ordinal;
            uint32_t packed;
            memcpy(&ordinal, info + at + 8, 2);
            memcpy(&packed, info + at + 12, 4);
            if (ordinal < MAX_PARAMS) {
                kernel->sizes[ordinal] = (uint16_t)(packed >> PARAMETER_SIZE_SHIFT);
                if (ordinal + 1 > kernel->params) kernel->params = ordinal + 1;
            }
        }
        at += 4 + length;
    }
}

struct kernel *image_kernel(const void *image, const char *name) {
    struct kernel *kernel = calloc(1, sizeof *kernel);
    char wanted[300];
    if (!kernel) return NULL;
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    kernel->params = -1;
    kernel->device = current_device();
    if (!is_elf(image)) return kernel;
    snprintf(wanted, sizeof wanted, ".text.%s", name);
    const Elf64_Shdr *text = section(image, wanted);
    if (!text) {
        free(kernel);
        return NULL;
    }
    kernel->text = 0xcbf29ce484222325u;
    const unsigned char *code = (const unsigned char *)image + text->sh_offset;
    for (size_t at = 0; at < text->sh_size; at++)
        kernel->text = (kernel->text ^ code[at]) * 0x100000001b3u;
    snprintf(wanted, sizeof wanted, ".nv.info.%s", name);
    const Elf64_Shdr *info = section(image, wanted);
    kernel->params = 0;
    if (info) read_params(kernel, (const unsigned char *)image + info->sh_offset, info->sh_size);
    return kernel;
}
