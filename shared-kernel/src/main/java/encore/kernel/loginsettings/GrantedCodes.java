package encore.kernel.loginsettings;

/**
 * Codes that a gateway may send.
 *
 * @param count 0 when the day's codes are used up
 * @param secondsLeft the rest of the day (UTC), at least 1; codes that were not sent by then are lost. It is no time of
 *     day, so that the clocks of nodes may differ.
 */
public record GrantedCodes(int count, long secondsLeft) {}
