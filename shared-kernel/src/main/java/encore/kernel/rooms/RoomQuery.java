package encore.kernel.rooms;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about rooms. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface RoomQuery<R> extends Query<R> {

    /** The rooms of a campaign: the built-in ones, then the others in the order they were added. */
    record FindRooms(long account, long pageTabId) implements RoomQuery<List<Room>> {}

    /** One room of a campaign; any other is refused as unknown. */
    record FindRoom(long account, long pageTabId, String roomKey) implements RoomQuery<Room> {}
}
