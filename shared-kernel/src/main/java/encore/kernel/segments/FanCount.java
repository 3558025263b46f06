package encore.kernel.segments;

/** A number of fans. */
public record FanCount(long fanCount) {}
