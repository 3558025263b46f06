package encore.kernel.operations;

/** The version that an operation selected: the one that is being filled now, or the one that serves now. */
public record SelectedVersion(String name, int version) {}
