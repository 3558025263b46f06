package encore.kernel.reports.data;

import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers of all fans of an account.
 *
 * @param fanCount the number of fans now
 * @param newFanCount the number of those that were registered on these days
 * @param activeFanCount the number of fans with activities on these days
 * @param topCountries numbers of fans by country, the largest first
 */
public record CrmReport(
        long fanCount,
        long newFanCount,
        long erasedFanCount,
        long emailSubscribers,
        long phoneSubscribers,
        long activeFanCount,
        List<Day> days,
        Map<String, Long> topCountries) {

    public CrmReport {
        days = List.copyOf(days);
        topCountries = Collections.unmodifiableMap(new LinkedHashMap<>(topCountries));
    }

    /** The numbers of one UTC day. */
    public record Day(LocalDate date, long newFanCount, long erasedFanCount, long activeFanCount) {}
}
