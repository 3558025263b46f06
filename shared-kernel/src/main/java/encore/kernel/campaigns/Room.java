package encore.kernel.campaigns;

import encore.kernel.ListItem;
import encore.kernel.NotPersonal;
import encore.kernel.Patch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A room of a campaign. A {@link Patch} changes it.
 *
 * @param roomKey its name in the campaign, which never changes
 * @param roomType never changes; null only in a change
 */
public record Room(
        @NotPersonal("a room's key") String roomKey,
        @Nullable RoomType roomType,

        @NotPersonal("what a room is called") @Nullable String roomTitle)
        implements ListItem {

    /** The rooms that a live campaign has from the start and for as long as it is there. */
    public static final List<Room> BUILT_IN = List.of(builtIn(RoomType.GLOBAL_CHAT), builtIn(RoomType.CONTROL));

    @Override
    public String key() {
        return roomKey;
    }

    private static Room builtIn(RoomType type) {
        return new Room(type.word(), type, null);
    }

    /** The rooms that a campaign of this kind has without anybody adding them. */
    public static List<Room> builtIn(AppType appType) {
        return appType == AppType.FANXP || appType == AppType.LIVEXP ? BUILT_IN : List.of();
    }
}
