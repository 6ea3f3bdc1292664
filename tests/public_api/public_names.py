"""The public names, by module.

A test fails if a public name is added or removed, so that each change is intended: change `PUBLIC`
and the changelog together with the name.
"""

import importlib

# Names that users call, construct, pass or filter. Each name is public in one module only, except
# that `kernelscale.anndata` has its own versions of some functions.
PUBLIC = {
    "kernelscale": """
        AutoBandwidth Bandwidth Comparison DiffusionMap Dimension Gaussian Kernel ManifoldScaler
        ScaleCurve Scaled SelfTuned SupervisedScaler VariableGaussian __version__ compare
        dimension_profile estimate_dimension feature_order from_convention generator_eigenvalues
        load_model perturbation_bound save_model scale_curve select_bandwidth to_convention
    """,
    "kernelscale.anndata": "compare diffmap select_bandwidth",
    "kernelscale.bandwidth": """
        Auto Geometric Jacobian LargestSlope LeaveOneOut Likelihood LogSum MaxMin Median
        NearestNeighbors Probabilistic RULES Rule ScikitLearnScale Scott SelfTuning Silverman
        Spectral StandardDeviation Standardized VariableBandwidth
    """,
    "kernelscale.data_checks": "NoteWarning notes_on",
    "kernelscale.datasets": """
        DataWarning load_mfeat make_gaussian_mixture make_noisy_swiss_roll make_spiral_classes
        open_table read_table
    """,
    "kernelscale.diffusion": "LongFitWarning MapWarning embeddings_over_scales",
    "kernelscale.engine": "DaskExecutor available_devices",
    "kernelscale.intrinsic_dimension": """
        CorrelationDimension DANCo DimensionWarning GRIDE ImpliedDimension LevinaBickel LocalPCA
        METHODS MiND MultiScale TwoNN
    """,
    "kernelscale.metrics": "METRICS Euclidean Mahalanobis Periodic RowMetric",
    "kernelscale.reports": "EmbeddingPicture PointwisePicture plot write_page",
    "kernelscale.seismic": """
        Catalogue Recordings SonogramFeatures canonical_correlations leave_one_out_accuracy
        load_recordings make_quarry_blasts map_in_degrees read_each_station read_recordings
        save_recordings sonogram
    """,
}

# Classes that users receive but do not import; they are documented for users.
RETURNED = {
    "kernelscale.data_checks.note": "Note",
    "kernelscale.datasets.errors": "DataError",
    "kernelscale.diffusion.independent_coordinates": "IndependentCoordinates",
    "kernelscale.diffusion.maps_over_scales": "EmbeddingsOverScales",
    "kernelscale.engine.progress": "ProgressEvent",
    "kernelscale.intrinsic_dimension.profile": "DimensionProfile",
    "kernelscale.kernels.graph_kernels": "Given Unit",
    "kernelscale.reports.page.source_map": "SourceMap",
    "kernelscale.results": "ComparisonRow",
    "kernelscale.scaling.feature_order": "FeatureOrder",
    "kernelscale.seismic.recordings": "RecordingError",
    "kernelscale.theory.bounds": "PerturbationBound",
}

# Names for contributors, which the code and docs/architecture.md document.
CONTRIBUTORS = {
    "kernelscale.engine.executors": "Executor",
    "kernelscale.engine.passes": "reduce",
    "kernelscale.engine.resources": "Resources",
    "kernelscale.engine.statistics": """
        DistanceHistogram KernelProduct KernelSums NearestOthers RowSums Statistic
    """,
    "kernelscale.engine.tile": "Arithmetic",
    "kernelscale.markov.dense": "leading_eigenpairs",
    "kernelscale.markov.eigenpairs": "Eigenpairs",
    "kernelscale.metrics.metric": "Metric",
    "kernelscale.reports.scaling_figure": "ScalingPicture",
}

DOCUMENTED = PUBLIC | RETURNED | CONTRIBUTORS

RULE_NAMES = """
    auto standard_deviation standardized max_min log_sum self_tuning variable_bandwidth median
    scikit_learn_scale nearest_neighbors largest_slope jacobian scott silverman likelihood geometric
    spectral probabilistic leave_one_out
"""


def named(modules, kind):
    """Functions or classes of some modules by full name; each is listed once."""
    found = {}
    for module, names in modules.items():
        for name in names.split():
            value = getattr(importlib.import_module(module), name)
            if kind(value):
                found.setdefault(value, f"{module}.{name}")
    return {name: value for value, name in found.items()}
