package encore.kernel.rooms;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the rooms that are added to a campaign. */
public sealed interface RoomEvent extends ListEvent<Room> {

    RoomsId rooms();

    @Override
    default RoomsId list() {
        return rooms();
    }

    @Override
    default String target() {
        return rooms().toString();
    }

    /** A room was added. */
    @Revision("1")
    record RoomAdded(
            @PublishedValue RoomsId rooms, @PublishedValue Room room) implements RoomEvent, ListEvent.Added<Room> {
        @Override
        public Room item() {
            return room;
        }
    }

    /** A room was renamed. The event holds the whole room. */
    @Revision("1")
    record RoomChanged(
            @PublishedValue RoomsId rooms, @PublishedValue Room room) implements RoomEvent, ListEvent.Changed<Room> {
        @Override
        public Room item() {
            return room;
        }
    }

    /** A room was removed. */
    @Revision("1")
    record RoomRemoved(
            @PublishedValue RoomsId rooms,
            @PublishedValue @NotPersonal("a room's key") String roomKey) implements RoomEvent, ListEvent.Removed<Room> {
        @Override
        public String key() {
            return roomKey;
        }
    }
}
