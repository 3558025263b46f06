package encore.kernel.reports.data;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a campaign.
 *
 * @param name null when the campaign was deleted
 */
public record AppReport(
        long pageTabId,
        @Nullable String name,
        long totalEntries,
        long fanCount,
        long views,
        long shares,
        long optIns,
        List<Day> days) {

    public AppReport {
        days = List.copyOf(days);
    }

    /** The numbers of one UTC day. */
    public record Day(LocalDate date, long totalEntries, long fanCount, long views, long shares, long optIns) {}
}
