package encore.kernel.reports.data;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of an idol.
 *
 * @param idolName null when the idol was deleted
 * @param fanCount the number of fans that have it now
 * @param newFanCount how often a fan got it on these days
 */
public record IdolRow(String idolUid, @Nullable String idolName, long fanCount, long newFanCount) {}
