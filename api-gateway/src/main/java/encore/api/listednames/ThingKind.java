package encore.api.listednames;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.api.keys.Principal;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import java.util.Locale;

/** A kind of things that have names. It is called as its list below {@code manage/}. */
enum ThingKind {
    APPS("campaign", Area.CAMPAIGNS),
    QUESTS("quest", Area.LOYALTY),
    REWARDS("reward", Area.LOYALTY),
    PERFORMANCES("performance", Area.CONTENT),
    TICKET_EVENTS("ticket_event", Area.TICKETS),
    VENUES("venue", Area.CONTENT),
    IDOLS("idol", Area.CONTENT),
    IDOL_EVENTS("idol_event", Area.CONTENT),
    BUSINESSES("business", Area.CONTENT),
    STREAMS("fan_stream", Area.CONTENT),
    TEMPLATE_PORTALS("portal", Area.CONTENT),
    TRACKERS("tracker", Area.CAMPAIGNS),
    TAGS("tag", Area.FANS),
    SEARCH_FILTERS("filter", Area.FANS),
    SNAPSHOTS("snapshot", Area.FANS),
    POINTS("point_type", Area.LOYALTY);

    private final String streamKind;
    private final Right right;

    ThingKind(String streamKind, Area area) {
        this.streamKind = streamKind;
        this.right = new Right(area, false);
    }

    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a caller may know the names of such things. */
    boolean isOpenTo(Principal principal) {
        return principal.has(right);
    }

    /** Returns the name of the stream of a thing. */
    String stream(long account, Object id) {
        return streamKind + "." + account + "." + id;
    }
}
