// What differs between a device and a compiler of C++ that stands in for one.
#define DYNAMIC_SHARED(type, name)                                  \
    extern __shared__ __align__(16) unsigned char dynamic_shared[]; \
    type* name = (type*)dynamic_shared
