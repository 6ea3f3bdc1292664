// Finds the nearest other points of each row of a tile.
//
// A block of threads computes one strip of T rows, square by square (T x T pairs). The distances of
// HALF rows of a square are in shared memory at a time; for each row, one thread reads them. A
// distance is computed again in float64 if its point may be among the nearest.

// A row's list is sorted by (distance, index), so the result does not depend on the order of
// insertions.
__device__ __noinline__ void offer(double distance, i64 id, i64 n, double* distances, i64* ids) {
    i64 k = n - 1;
    if (distance > distances[k] || (distance == distances[k] && id >= ids[k])) return;
    for (; k > 0 && (distance < distances[k - 1] ||
                     (distance == distances[k - 1] && id < ids[k - 1])); --k) {
        distances[k] = distances[k - 1];
        ids[k] = ids[k - 1];
    }
    distances[k] = distance;
    ids[k] = id;
}

// Inserts the points of the columns into the list of each row. The distances of the lists are in
// `found`, the indices in `ids`, both of shape [n_rows][n]. A point at a squared distance above the
// row's entry of `limits` is ignored. If there are codes, a point with the row's code is ignored.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
    nearest(const Tile* given, const i64* row_codes, const i64* column_codes, i64 n,
            double to_units, const double* limits, double* found, i64* ids) {
    DYNAMIC_SHARED(REAL, lines);  // [HALF][T + 1]
    __shared__ Square square;
    const Tile& tile = *given;
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const i64 i0 = i64(blockIdx.x) * T;
    REAL reached[N_HALVES];  // largest distance that may matter, with a margin for rounding
    for (int half = 0; half < N_HALVES; ++half) {
        const i64 i = i0 + HALF * half + threadIdx.x;
        reached[half] = -1;
        if (threadIdx.x < HALF && i < tile.n_rows)
            reached[half] = REAL(fmin(limits[i], found[(i + 1) * n - 1]) * to_units);
    }
    for (i64 j0 = 0; j0 < tile.n_columns; j0 += T) {
        REAL r[P][P];
        distances(tile, i0, j0, square, r);
        const int width = tile.n_columns - j0 < T ? int(tile.n_columns - j0) : T;
#pragma unroll
        for (int half = 0; half < N_HALVES; ++half) {
            __syncthreads();  // the previous half has been read
#pragma unroll
            for (int a = 0; a < 4; ++a)
#pragma unroll
                for (int b = 0; b < P; ++b)
                    lines[place(a, ty) * (T + 1) + place(b, tx)] = r[4 * half + a][b];
            __syncthreads();
            const i64 i = i0 + HALF * half + threadIdx.x;
            if (threadIdx.x >= HALF || i >= tile.n_rows) continue;
            const REAL* line = lines + threadIdx.x * (T + 1);
            for (int m = 0; m < width; ++m) {
                const i64 j = j0 + m;
                if (!(line[m] <= reached[half])) continue;
                if (tile.selves && tile.row_ids[i] == tile.column_ids[j]) continue;
                if (row_codes && row_codes[i] == column_codes[j]) continue;
                const double distance =
                    sizeof(REAL) == 4 ? exact_distance(tile, i, j) : double(line[m]);
                offer(distance, tile.column_ids[j], n, found + i * n, ids + i * n);
                const REAL last = REAL(found[(i + 1) * n - 1] * to_units);
                if (last < reached[half]) reached[half] = last;
            }
        }
    }
}
