package encore.kernel.rooms;

import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.lists.ListItem;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A room of a campaign. A {@link Patch} changes it.
 *
 * @param roomKey the key of the room, unique in its campaign; never changes
 * @param roomType never changes; null only in a change
 */
public record Room(
        @PublishedValue @NotPersonal("a room's key") String roomKey,
        @PublishedValue @Nullable RoomType roomType,

        @NotPersonal("the title of a room") @Nullable String roomTitle)
        implements ListItem {

    /** The rooms that every live campaign has; they cannot be removed. */
    public static final List<Room> BUILT_IN = List.of(builtIn(RoomType.GLOBAL_CHAT), builtIn(RoomType.CONTROL));

    private static Room builtIn(RoomType type) {
        return new Room(type.word(), type, null);
    }

    /** Returns the built-in rooms of a campaign of this type. */
    public static List<Room> builtIn(AppType appType) {
        return appType.hasShow() ? BUILT_IN : List.of();
    }
}
