package encore.kernel.segments;

/** How many fans there are. */
public record FanCount(long fanCount) {}
