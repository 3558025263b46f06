package encore.kernel.shows.memberships;

import encore.kernel.rooms.RoomType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rooms of a show, for somebody who comes to it.
 *
 * @param memberships the rooms that the fan has joined
 */
public record ShowEntrance(List<NamedRoom> rooms, List<Membership> memberships) {

    public ShowEntrance {
        rooms = List.copyOf(rooms);
        memberships = List.copyOf(memberships);
    }

    /**
     * A room with the name by which it is joined.
     *
     * @param roomKey the key of the room in its campaign
     */
    public record NamedRoom(
            RoomType roomType,
            String roomKey,
            String roomName,
            @Nullable String roomTitle) {}
}
