package encore.kernel.campaignstats;

import java.util.List;

/**
 * Counts of the fans that entered a campaign on some days. Each fan counts once, with its present place and consent.
 *
 * @param fans the number of fans, including erased ones
 * @param subscribers the number of fans that consent to messages by email or phone
 */
public record FanCounts(
        long entries,
        long fans,
        long subscribers,
        long phoneSubscribers,
        long emailSubscribers,
        List<PlaceFanCount> places) {

    public static final FanCounts ZERO = new FanCounts(0, 0, 0, 0, 0, List.of());

    public FanCounts {
        places = List.copyOf(places);
    }
}
