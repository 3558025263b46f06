package encore.kernel.shows.stats;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kinds of rows of detailed_stats (spec 3, 4). */
public enum StatsTarget {
    LEADERBOARD,
    FAN_POINTS,
    QUIZ_RESULTS,
    CLICKER_RESULTS,
    CHAT_HISTORY,
    OVERLAY_TIMELINE,
    FEED_SWITCHING,
    WEBSOCKET_CONNECTIONS,
    WEBSOCKET_RAW_CONNECTIONS,
    WAGER_POINTS;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
