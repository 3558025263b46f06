package encore.query.campaigns;

import encore.kernel.Days;
import encore.kernel.campaigns.FanCounts;
import encore.kernel.campaigns.FansOfPlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts fans by their present place and consent. */
final class FanCounting {

    private static final Comparator<FansOfPlace> MOST_FIRST = Comparator.comparingLong(FansOfPlace::fanCount)
            .reversed()
            .thenComparing(FansOfPlace::countryCode, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(FansOfPlace::province, Comparator.nullsLast(Comparator.naturalOrder()));

    private final FansNow fans;
    private final int[] byPlace;
    private long all;
    private long either;
    private long byPhone;
    private long byEmail;

    FanCounting(FansNow fans) {
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

    private List<FansOfPlace> places() {
        List<FansOfPlace> counted = new ArrayList<>();
        for (int number = 0; number < byPlace.length; number++) {
            FansNow.Place place = fans.places().get(number);
            if (byPlace[number] > 0 && !place.isNowhere()) {
                counted.add(new FansOfPlace(place.countryCode(), place.province(), byPlace[number]));
            }
        }
        counted.sort(MOST_FIRST);
        return counted;
    }
}
