package encore.kernel.shows;

import encore.kernel.campaigns.Campaign;
import encore.kernel.shows.control.ShownPush;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A live show as it stands, for staff.
 *
 * @param name the name of its campaign
 * @param liveFeed the feed as it was when it became live; null for none
 * @param liveOverlay null for none
 * @param moderators the fans who moderate this show, beside the account's moderators
 */
public record Show(
        long pageTabId,
        String name,
        ShowState state,
        @Nullable Feed liveFeed,
        @Nullable LiveOverlay liveOverlay,
        List<LiveOverlay> pinnedOverlays,
        ChatSettings chatSettings,
        List<Moderator> moderators) {

    public Show {
        pinnedOverlays = List.copyOf(pinnedOverlays);
        moderators = List.copyOf(moderators);
    }

    /**
     * A row of the list of shows.
     *
     * @param startTimestamp when its campaign begins; null unless that is known, and so is the end
     */
    public record Row(
            long pageTabId,
            String name,
            ShowState state,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant startTimestamp,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant endTimestamp) {

        /** Returns the row of the show of a campaign. */
        public static Row of(Campaign campaign, ShowState state) {
            return new Row(
                    campaign.pageTabId(),
                    campaign.name(),
                    state,
                    campaign.details().startTimestamp(),
                    campaign.details().endTimestamp());
        }
    }

    /**
     * An overlay that fans see, as it was when it was pushed or pinned.
     *
     * @param lastPushTimestamp when it was last pushed; of an overlay that was pinned and never pushed, when it was pinned
     * @param clickerInstanceUid null for other types; so are the question and its options
     * @param showResults whether the results of its quiz question were shown
     */
    public record LiveOverlay(
            String overlayLogUid,

            @WireTime(WireTime.Form.BOTH) Instant lastPushTimestamp,

            @Nullable String clickerInstanceUid,
            @Nullable String question,
            @Nullable List<String> options,
            boolean showResults,
            Overlay overlay) {

        /** Returns the overlay of a push or pin. */
        public static LiveOverlay of(ShownPush push) {
            Overlay overlay = push.shown().overlay();
            return new LiveOverlay(
                    push.overlayLogUid(),
                    push.at(),
                    overlay.overlayType() == OverlayType.CLICKER ? push.clickerInstanceUid() : null,
                    push.shown().question(),
                    push.shown().options(),
                    push.showResults(),
                    overlay);
        }
    }

    /**
     * A fan who moderates the show.
     *
     * @param displayName null for a fan without one
     */
    public record Moderator(long fanId, @Nullable String displayName) {}
}
