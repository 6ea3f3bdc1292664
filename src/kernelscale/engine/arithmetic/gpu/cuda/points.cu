// Points in the layout that the other CUDA functions read: feature by feature.

// Copies n points, float64, to the columns from `first` on of arrays [feature][point]. `exact` gets
// the unchanged points. `single` gets, in float32, the points minus the centre, divided by the root
// of the unit. `limits` gets a limit for each point, as described in tile.cuh.
extern "C" __global__ void turn_points(const double* from, i64 n, i64 n_features, i64 first,
                                       i64 stride, const double* centre, double inverse_root_unit,
                                       double share, double* exact, float* single, float* limits) {
    const i64 i = i64(blockIdx.x) * THREADS + threadIdx.x;
    if (i >= n) return;
    double norm = 0;
    for (i64 k = 0; k < n_features; ++k) {
        const double x = from[i * n_features + k];
        const double centred = (x - centre[k]) * inverse_root_unit;
        exact[k * stride + first + i] = x;
        if (single) single[k * stride + first + i] = float(centred);
        norm += centred * centred;
    }
    limits[first + i] = float(norm * share + 1e-30);
}

// Copies the points of the given indices.
extern "C" __global__ void take_points(const i64* places, i64 n, i64 n_features, i64 stride,
                                       const double* exact, const float* single,
                                       const float* limits, double* exact_to, float* single_to,
                                       float* limits_to) {
    const i64 i = i64(blockIdx.x) * THREADS + threadIdx.x;
    if (i >= n) return;
    for (i64 k = 0; k < n_features; ++k) {
        exact_to[k * n + i] = exact[k * stride + places[i]];
        if (single) single_to[k * n + i] = single[k * stride + places[i]];
    }
    limits_to[i] = limits[places[i]];
}
