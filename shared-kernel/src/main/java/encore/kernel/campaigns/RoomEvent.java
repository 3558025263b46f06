package encore.kernel.campaigns;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the rooms that are added to a campaign. */
public sealed interface RoomEvent extends Event.Managed {

    RoomsId rooms();

    @Override
    default String target() {
        return rooms().toString();
    }

    /** A room was added. */
    @Revision("1")
    record RoomAdded(RoomsId rooms, Room room) implements RoomEvent {}

    /** A room was renamed. The event holds the whole room. */
    @Revision("1")
    record RoomChanged(RoomsId rooms, Room room) implements RoomEvent {}

    /** A room was removed. */
    @Revision("1")
    record RoomRemoved(
            RoomsId rooms, @NotPersonal("a room's key") String roomKey) implements RoomEvent {}
}
