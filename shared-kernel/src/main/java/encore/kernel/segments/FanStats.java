package encore.kernel.segments;

import encore.kernel.privacy.Contact;
import encore.kernel.tickets.sales.FanSales;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Statistics of the fans of a filter (spec 2, 4). The largest number of a map comes first. */
public record FanStats(
        Fans fans,
        Demographics fanDemographics,
        Map<String, Long> topCountries,
        Map<String, Long> topMetroAreas,
        Map<String, Long> topLocations,
        Metrics fanMetrics,
        @Contact Map<String, Long> postalDemographics) {

    public FanStats {
        topCountries = ordered(topCountries);
        topMetroAreas = ordered(topMetroAreas);
        topLocations = ordered(topLocations);
        postalDemographics = ordered(postalDemographics);
    }

    private static Map<String, Long> ordered(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** The number of fans, and of those that can be reached. */
    public record Fans(
            long fanCount,
            long emailCount,
            long phoneCount,
            long emailSubscribeCount,
            long phoneSubscribeCount,
            long optoutCount) {

        public static Fans of(FanContactCounts counts) {
            return new Fans(
                    counts.fanCount(),
                    counts.emailCount(),
                    counts.phoneCount(),
                    counts.emailSubscribeCount(),
                    counts.phoneSubscribeCount(),
                    counts.optoutCount());
        }
    }

    /** The numbers of fans by gender and by age, each with {@code unknown}. */
    public record Demographics(Map<String, Long> gender, Map<String, Long> age) {
        public Demographics {
            gender = ordered(gender);
            age = ordered(age);
        }
    }

    /** The numbers of active fans, within UTC days including today, and the sums of tickets. */
    public record Metrics(
            long active_7Days,
            long active_30Days,
            long active_365Days,
            long ticketFanCount,
            long salesCount,
            long seatsCount,
            BigDecimal revenue) {

        public static Metrics of(long in7Days, long in30Days, long in365Days, FanSales sales) {
            return new Metrics(
                    in7Days,
                    in30Days,
                    in365Days,
                    sales.fanCount(),
                    sales.salesCount(),
                    sales.seatsCount(),
                    sales.revenue());
        }
    }
}
