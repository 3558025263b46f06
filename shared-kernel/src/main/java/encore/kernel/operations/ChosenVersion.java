package encore.kernel.operations;

/** The version that an order was about: the one that fills now, or the one that serves now. */
public record ChosenVersion(String name, int version) {}
