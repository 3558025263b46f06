package encore.kernel.rooms;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of a campaign's rooms. Each answers the room that it is about. */
public sealed interface RoomCommand extends Command<Room> {

    RoomsId rooms();

    @Override
    default RoomsId stream() {
        return rooms();
    }

    /** Adds a permanent or public room. Rooms of the other types are built in. */
    record AddRoom(RoomsId rooms, Room room) implements RoomCommand {}

    /** Renames the room with the key of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeRoom(RoomsId rooms, Patch<Room> change) implements RoomCommand {}

    /** Removes a room that was added. The path names it, so an unknown one is refused as unknown. */
    record RemoveRoom(RoomsId rooms, String roomKey) implements RoomCommand {}

    /** Reads a room that was added, for a decision of another feature. It writes nothing. Another one is refused as unknown. */
    @StoredName("TellRoom")
    record ReadRoom(RoomsId rooms, String roomKey) implements RoomCommand {}
}
