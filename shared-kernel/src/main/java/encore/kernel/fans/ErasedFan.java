package encore.kernel.fans;

/** The answer to an erasure. */
public record ErasedFan(long fanId) {}
