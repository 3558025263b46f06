package encore.kernel.campaigns;

import java.util.List;

/**
 * Who entered a campaign on some days: each fan once, with its place and consent of now.
 *
 * @param fans erased ones too
 * @param subscribers who may be written to by mail or phone
 */
public record FanCounts(
        long entries,
        long fans,
        long subscribers,
        long phoneSubscribers,
        long emailSubscribers,
        List<FansOfPlace> places) {

    public static final FanCounts NOBODY = new FanCounts(0, 0, 0, 0, 0, List.of());

    public FanCounts {
        places = List.copyOf(places);
    }
}
