package encore.kernel.campaigns;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of a campaign's rooms; each answers the room that it was about. */
public sealed interface RoomCommand extends Command<Room> {

    RoomsId rooms();

    @Override
    default RoomsId stream() {
        return rooms();
    }

    /** Adds a room: permanent or public ones, for the others are there from the start. */
    record AddRoom(RoomsId rooms, Room room) implements RoomCommand {}

    /** Calls the room that the change names otherwise. The key stood in the path. */
    record ChangeRoom(RoomsId rooms, Patch<Room> change) implements RoomCommand {}

    /** Takes a room away that was added. The key stood in the path. */
    record RemoveRoom(RoomsId rooms, String roomKey) implements RoomCommand {}
}
