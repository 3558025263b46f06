package encore.query.adstats;

import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.CampaignAdStats;
import encore.query.memory.DeadlineSteps;
import java.time.LocalDate;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The days of one ad campaign in a window, added up in their order. One thread uses it. */
final class CampaignDays {

    static final Comparator<Key> IN_ORDER =
            Comparator.comparing(Key::network).thenComparing(Key::adAccountKey).thenComparing(Key::campaignKey);

    /** The keys of a campaign. */
    record Key(String network, String adAccountKey, String campaignKey) {
        static Key of(AdYear year) {
            return new Key(year.network(), year.adAccountKey(), year.campaignKey());
        }

        /** Returns the key that a page ended with. */
        static Key parse(String text) {
            String[] parts = text.split(SEPARATOR, -1);
            return new Key(parts[0], parts[1], parts[2]);
        }

        /** Returns the stream of the campaign. */
        AdCampaignId campaign(long account) {
            return AdCampaignId.of(account, new AdCampaignKey(network, adAccountKey, campaignKey));
        }

        @Override
        public String toString() {
            return String.join(SEPARATOR, network, adAccountKey, campaignKey);
        }
    }

    /** No text of a call contains it. */
    private static final String SEPARATOR = "\0";

    private static final int DAYS_OF_LONGEST_YEAR = 366;
    private static final AdColumn[] COLUMNS = AdColumn.values();

    private final Key key;
    private final AdSums sums = new AdSums();
    private final DeadlineSteps deadlineSteps = new DeadlineSteps();
    private @Nullable String name;
    private boolean hasDays;

    CampaignDays(Key key) {
        this.key = key;
    }

    Key key() {
        return key;
    }

    AdSums sums() {
        return sums;
    }

    boolean hasDays() {
        return hasDays;
    }

    /** Adds the days of a year, which is later than those before. */
    void add(AdYear days, int year, LocalDate from, LocalDate to) {
        int first = year == from.getYear() ? from.getDayOfYear() : 1;
        int last = year == to.getYear() ? to.getDayOfYear() : DAYS_OF_LONGEST_YEAR;
        days.forEach((day, dayName, columns, values) -> {
            deadlineSteps.step();
            if (day >= first && day <= last) {
                addDay(dayName, columns, values);
            }
        });
    }

    /** The name and the budget are states, so those of the latest day that has them count. */
    private void addDay(@Nullable String dayName, long columns, long[] values) {
        hasDays = true;
        name = dayName == null ? name : dayName;
        for (AdColumn column : COLUMNS) {
            if ((columns & 1L << column.ordinal()) == 0) {
                continue;
            }
            if (column == AdColumn.BUDGET) {
                sums.replace(column, values[column.ordinal()]);
            } else {
                sums.add(column, values[column.ordinal()]);
            }
        }
    }

    CampaignAdStats toStats() {
        return new CampaignAdStats(
                sums.toStats(key.network()),
                key.adAccountKey(),
                key.campaignKey(),
                name,
                sums.traffic().linkClicks());
    }
}
