package encore.kernel.rewards.codes;

/** The number of the prize codes that a reward has, given ones included. */
public record PrizeCodeCount(long total) {}
