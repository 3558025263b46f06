package encore.kernel.shows.rooms;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.RoomType;
import java.util.Optional;

/**
 * The name of a room, such as {@code global_chat:room:17} (spec 1, 6). The name of a built-in room begins with its type. A
 * room_key may contain colons, so a name is split at its first and at its last one.
 *
 * @param kind the word of a {@link RoomType}, or {@code replay}
 * @param key the key of the room; {@code room} for a built-in one, the uid of a replay for a replay
 */
public record RoomName(String kind, String key, long pageTabId) {

    public static final String REPLAY = "replay";

    private static final String BUILT_IN_KEY = "room";

    /** Returns the name of a room of a show. */
    public static RoomName of(RoomType type, String roomKey, CampaignId campaign) {
        boolean isBuiltIn = type == RoomType.GLOBAL_CHAT || type == RoomType.CONTROL;
        return new RoomName(type.word(), isBuiltIn ? BUILT_IN_KEY : roomKey, campaign.number());
    }

    /** Returns the name of a text; empty when it is none. Whether there is such a room is another question. */
    public static Optional<RoomName> parse(String text) {
        int first = text.indexOf(':');
        int last = text.lastIndexOf(':');
        if (first <= 0 || last <= first + 1 || !text.substring(last + 1).matches("[1-9][0-9]{0,17}")) {
            return Optional.empty();
        }
        return Optional.of(new RoomName(
                text.substring(0, first), text.substring(first + 1, last), Long.parseLong(text.substring(last + 1))));
    }

    public boolean isOfType(RoomType type) {
        return kind.equals(type.word());
    }

    public boolean isReplay() {
        return kind.equals(REPLAY);
    }

    @Override
    public String toString() {
        return kind + ":" + key + ":" + pageTabId;
    }
}
