// Definitions that differ between a device and a C++ compiler that simulates it.
#define DYNAMIC_SHARED(type, name)                                  \
    extern __shared__ __align__(16) unsigned char dynamic_shared[]; \
    type* name = (type*)dynamic_shared
