// Histograms of the distances of points with one more feature, for several weights of it.
#pragma once

#include "accumulators.hpp"

namespace kernelscale {

// For each weight w, logarithmic bins of r + w (x - y)^2, where x and y are the values of one more
// feature: the squared distances with this feature. The distances r are formed only once.
class WeightedHistograms : public Accumulator {
    static constexpr int64_t RUN = 1 << 16;  // pairs at a time; their distances fit in the cache
    const double *of_rows, *of_columns;      // values of the feature
    std::vector<double> weights;

    // Distances of a run of pairs, squared differences of the feature, and a sum of both.
    template <class Real> struct Run {
        Real *r, *differences, *sums;
        int64_t n = 0;

        explicit Run(char* room)
            : r(reinterpret_cast<Real*>(room)), differences(r + RUN), sums(differences + RUN) {}
    };

    template <class Real> void take(const Block<Real>& block, char* room) {
        Run<Real> run(room);
        const int64_t n = block.rows.n, m = block.columns.n;
        for (int64_t i = 0; i < n; ++i)
            for (int64_t j = block.on_diagonal ? i + 1 : 0; j < m;) {
                const int64_t n_taken = std::min(m - j, RUN - run.n);
                const double x = of_rows[block.row + i];
                const double* y = of_columns + block.column + j;
                for (int64_t k = 0; k < n_taken; ++k) {
                    run.r[run.n + k] = block.r[i * m + j + k];
                    run.differences[run.n + k] = Real((x - y[k]) * (x - y[k]) / block.unit);
                }
                run.n += n_taken, j += n_taken;
                if (run.n == RUN) flush(run, block);
            }
        flush(run, block);
        if (block.on_diagonal)
            for (Histogram& each : histograms) each.groups[0].n_zero += n;
    }

    template <class Real> void flush(Run<Real>& run, const Block<Real>& block) {
        // Float32 holds few digits of smaller numbers.
        constexpr Real smallest = sizeof(Real) == 4 ? Real(1e-30) : Real(0);
        for (size_t k = 0; run.n && k < weights.size(); ++k) {
            const Real weight = Real(weights[k]);
            for (int64_t p = 0; p < run.n; ++p) {
                const Real sum = run.r[p] + weight * run.differences[p];
                run.sums[p] = sum < smallest ? Real(0) : sum;
            }
            histograms[k].add_some(run.sums, run.n, block.unit,
                                   block.mirrored || block.on_diagonal ? 2 : 1,
                                   histograms[k].groups[0]);
        }
        run.n = 0;
    }

  public:
    std::vector<Histogram> histograms;

    WeightedHistograms(bool exact, const std::vector<double>& units, std::vector<double> weights,
                       const double* of_rows, const double* of_columns)
        : Accumulator(exact), of_rows(of_rows), of_columns(of_columns),
          weights(std::move(weights)) {
        for (double unit : units) histograms.emplace_back(exact, unit, std::vector<int64_t>{0, 0});
    }
    int64_t room(int64_t, int64_t) const override { return 3 * 8 * RUN; }
    void add(const Block<float>& block, char* room) override { take(block, room); }
    void add(const Block<double>& block, char* room) override { take(block, room); }
};

}  // namespace kernelscale
