package encore.kernel.campaigns;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about rooms. A campaign that is not there, or not any more, is refused as unknown. */
public sealed interface RoomQuery<R> extends Query<R> {

    /** A campaign's rooms: those from the start, then the others in the order they were added. */
    record FindRooms(long account, long pageTabId) implements RoomQuery<List<Room>> {}

    /** One room of a campaign; any other is refused as unknown. */
    record FindRoom(long account, long pageTabId, String roomKey) implements RoomQuery<Room> {}
}
