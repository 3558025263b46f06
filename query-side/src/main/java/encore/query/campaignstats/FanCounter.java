package encore.query.campaignstats;

import encore.kernel.campaignstats.FanCounts;
import encore.kernel.campaignstats.PlaceFanCount;
import encore.kernel.time.Days;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts fans by their present place and consent. */
final class FanCounter {

    private static final Comparator<PlaceFanCount> BY_COUNT_DESCENDING = Comparator.comparingLong(
                    PlaceFanCount::fanCount)
            .reversed()
            .thenComparing(PlaceFanCount::countryCode, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PlaceFanCount::province, Comparator.nullsLast(Comparator.naturalOrder()));

    private final StatsFans fans;
    private final int[] byPlace;
    private long all;
    private long either;
    private long byPhone;
    private long byEmail;

    FanCounter(StatsFans fans) {
        this.fans = fans;
        this.byPlace = new int[fans.places().size()];
    }

    FanCounts of(CampaignEntries entries, Days days) {
        entries.fans(days, this::count);
        return new FanCounts(entries.entries(days), all, either, byPhone, byEmail, places());
    }

    private void count(int fan) {
        boolean email = fans.isByEmail(fan);
        boolean phone = fans.isByPhone(fan);
        all++;
        byEmail += email ? 1 : 0;
        byPhone += phone ? 1 : 0;
        either += email || phone ? 1 : 0;
        byPlace[fans.placeOf(fan)]++;
    }

    private List<PlaceFanCount> places() {
        List<PlaceFanCount> counted = new ArrayList<>();
        for (int number = 0; number < byPlace.length; number++) {
            StatsFans.FanPlace fanPlace = fans.places().get(number);
            if (byPlace[number] > 0 && !fanPlace.isNowhere()) {
                counted.add(new PlaceFanCount(fanPlace.countryCode(), fanPlace.province(), byPlace[number]));
            }
        }
        counted.sort(BY_COUNT_DESCENDING);
        return counted;
    }
}
