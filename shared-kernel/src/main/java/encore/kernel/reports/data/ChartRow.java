package encore.kernel.reports.data;

import org.jspecify.annotations.Nullable;

/**
 * An artist's place among the artists with the most new fans.
 *
 * @param rank from 1
 * @param previousRank its rank on as many days before; null when it got no fan then
 */
public record ChartRow(
        int rank, @Nullable Integer previousRank, String idolUid, String idolName, long newFanCount, long fanCount) {}
