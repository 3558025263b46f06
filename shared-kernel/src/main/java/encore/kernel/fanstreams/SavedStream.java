package encore.kernel.fanstreams;

/** The answer to a command of a stream. */
public record SavedStream(String streamKey) {}
