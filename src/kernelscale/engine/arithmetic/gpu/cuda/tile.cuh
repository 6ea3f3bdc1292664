// Squared distances of a square of T x T pairs: the first step of each CUDA function.
//
// A block has 16 x 16 threads; each thread computes P x P pairs. Macros defined at compilation:
// - COORD and REAL: the types of coordinates and of distances;
// - T: 128 or 64;
// - CH: the number of features in shared memory at a time.
#define P (T / 16)
#define HALF 64  // rows whose distances are in shared memory at the same time
#define N_HALVES (T / HALF)
#define THREADS 256

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

// Distances are divided by a unit if REAL is float; if it is double, they are in the units of the
// data.
struct Tile {
    const COORD *rows, *columns;               // [feature][point]
    const double *exact_rows, *exact_columns;  // the given points in float64
    // A float32 distance of at most row limit + column limit is computed again in float64.
    const float *row_limits, *column_limits;
    const i64 *row_ids, *column_ids;           // index of each point
    i64 row_stride, column_stride;             // number of points from one feature to the next
    i64 n_rows, n_columns, n_features;
    i64 triangle;      // whether rows and columns are the same points
    i64 selves;        // whether a row and a column may be the same point
    i64 half_squares;  // whether a distance is the square of half the squared Euclidean distance
    double inverse_unit;
    i64* small;  // set to 1 where a distance is too small for float32
};

struct __align__(16) Four { COORD of[4]; };

struct Square { __align__(16) COORD rows[CH][T + 4], columns[CH][T + 4]; };

__device__ __forceinline__ float added_square(float d, float sum) { return fmaf(d, d, sum); }
__device__ __forceinline__ double added_square(double d, double sum) { return fma(d, d, sum); }
__device__ __forceinline__ float power_of_2(float x) { return exp2f(x); }
__device__ __forceinline__ double power_of_2(double x) { return exp2(x); }

// Index in the square of a thread's a-th row (or column). The thread is number t, from 0 to 15, in
// this direction. It has groups of four consecutive rows, so that adjacent threads read adjacent
// memory.
__device__ __forceinline__ int place(int a, int t) {
    return a < 4 ? 4 * t + a : 64 + 4 * t + a - 4;
}

// Number of rows (or columns) of the tile among the T rows of a square that begins at `first`.
__device__ __forceinline__ int inside(i64 first, i64 n) { return n - first < T ? int(n - first) : T; }

// The squared Euclidean distance in float64, in the units of the data.
__device__ __noinline__ double exact_distance(const Tile& tile, i64 i, i64 j) {
    double sum = 0;
    for (i64 k = 0; k < tile.n_features; ++k)
        sum = added_square(tile.exact_rows[k * tile.row_stride + i] -
                               tile.exact_columns[k * tile.column_stride + j], sum);
    return sum;
}

__device__ __noinline__ float repaired(const Tile& tile, i64 i, i64 j) {
    const double exact = exact_distance(tile, i, j) * tile.inverse_unit;
    if (exact > 0 && exact < 1e-30) *tile.small = 1;
    return float(exact);
}

__device__ __forceinline__ void load_points(const Tile& tile, i64 i0, i64 j0, i64 k0,
                                            Square& square) {
    const i64 row_stride = tile.row_stride, column_stride = tile.column_stride;
    const COORD* __restrict__ rows = tile.rows + k0 * row_stride + i0;
    const COORD* __restrict__ columns = tile.columns + k0 * column_stride + j0;
    const int n_rows = inside(i0, tile.n_rows), n_columns = inside(j0, tile.n_columns);
    const i64 n_left = tile.n_features - k0;
    for (int q = threadIdx.x; q < T * CH; q += THREADS) {
        const int k = q / T, m = q % T;
        square.rows[k][m] = k < n_left && m < n_rows ? rows[k * row_stride + m] : COORD(0);
        square.columns[k][m] =
            k < n_left && m < n_columns ? columns[k * column_stride + m] : COORD(0);
    }
}

__device__ __forceinline__ void load_fours(const COORD* line, int t, COORD* x) {
#pragma unroll
    for (int f = 0; f < P / 4; ++f) {
        const Four four = *(const Four*)(line + 64 * f + 4 * t);
#pragma unroll
        for (int c = 0; c < 4; ++c) x[4 * f + c] = four.of[c];
    }
}

// Squared distances of this thread's pairs in the square at row i0 and column j0.
__device__ __forceinline__ void distances(const Tile& tile, i64 i0, i64 j0, Square& square,
                                          REAL r[P][P]) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    COORD sums[P][P];
#pragma unroll
    for (int a = 0; a < P; ++a)
#pragma unroll
        for (int b = 0; b < P; ++b) sums[a][b] = 0;
    for (i64 k0 = 0; k0 < tile.n_features; k0 += CH) {
        __syncthreads();  // the previous values have been read
        load_points(tile, i0, j0, k0, square);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < CH; ++k) {
            COORD x[P], y[P];
            load_fours(square.rows[k], ty, x);
            load_fours(square.columns[k], tx, y);
#pragma unroll
            for (int a = 0; a < P; ++a)
#pragma unroll
                for (int b = 0; b < P; ++b) sums[a][b] = added_square(x[a] - y[b], sums[a][b]);
        }
    }
    const int n_rows = inside(i0, tile.n_rows), n_columns = inside(j0, tile.n_columns);
    const float *row_limits = tile.row_limits + i0, *column_limits = tile.column_limits + j0;
    const bool half_squares = sizeof(REAL) == 8 && tile.half_squares;
    const double inverse_unit = tile.inverse_unit;
#pragma unroll
    for (int a = 0; a < P; ++a) {
#pragma unroll
        for (int b = 0; b < P; ++b) {
            const int i = place(a, ty), j = place(b, tx);
            const bool there = i < n_rows && j < n_columns;
            if (sizeof(REAL) == 8) {
                const double sum = sums[a][b];
                r[a][b] = REAL(half_squares ? 0.25 * sum * sum : sum);
            } else if (sizeof(COORD) == 8) {  // few features: float64, rounded
                const double sum = sums[a][b] * inverse_unit;
                if (there && sum > 0 && sum < 1e-30) *tile.small = 1;
                r[a][b] = REAL(sum);
            } else {
                r[a][b] = REAL(sums[a][b]);
                if (there && r[a][b] <= row_limits[i] + column_limits[j])
                    r[a][b] = REAL(repaired(tile, i0 + i, j0 + j));
            }
        }
    }
}

// One bit for each of a thread's pairs: set if the pair exists and consists of two different
// points.
__device__ __forceinline__ u64 pairs_of_two(const Tile& tile, i64 i0, i64 j0) {
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    const bool selves = tile.selves && !(tile.triangle && i0 != j0);
    const int n_rows = inside(i0, tile.n_rows), n_columns = inside(j0, tile.n_columns);
    u64 found = 0;
    for (int a = 0; a < P; ++a)
        for (int b = 0; b < P; ++b) {
            const int i = place(a, ty), j = place(b, tx);
            const bool there = i < n_rows && j < n_columns;
            if (there && !(selves && tile.row_ids[i0 + i] == tile.column_ids[j0 + j]))
                found |= 1ull << (a * P + b);
        }
    return found;
}

// Adds up the sums along columns of all strips. `strips` has the shape [strip][group][width][each];
// its first column is column `first` of `by_column`, [group][column][each]. In a triangle a strip
// has only the columns after its rows.
extern "C" __global__ void add_strips(const REAL* strips, i64 n_strips, i64 n_groups, i64 width,
                                      i64 each, i64 first, i64 n_columns, i64 triangle,
                                      double* by_column) {
    const i64 q = i64(blockIdx.x) * THREADS + threadIdx.x, size = width * each;
    if (q >= n_groups * size) return;
    const i64 group = q / size, column = first + q % size / each;
    if (column >= n_columns) return;
    const i64 end = triangle && column / T < n_strips ? column / T : n_strips;
    double sum = 0;
    for (i64 strip = 0; strip < end; ++strip)
        sum += strips[(strip * n_groups + group) * size + q % size];
    by_column[(group * n_columns + column) * each + q % each] += sum;
}
