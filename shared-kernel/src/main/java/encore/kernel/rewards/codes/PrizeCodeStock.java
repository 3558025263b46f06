package encore.kernel.rewards.codes;

/**
 * The prize codes of a reward.
 *
 * @param given how many of them some fan has
 * @param left how many no fan has
 */
public record PrizeCodeStock(long total, long given, long left) {}
