package encore.kernel.rooms;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the rooms that are added to a campaign. */
public sealed interface RoomEvent extends ListEvent.OfCampaign<Room> {

    RoomsId rooms();

    /** A room was added. */
    @Revision("1")
    record RoomAdded(
            @PublishedValue RoomsId rooms, @PublishedValue Room room) implements RoomEvent, ListEvent.Added<Room> {}

    /** A room was renamed. The event holds the whole room. */
    @Revision("1")
    record RoomChanged(
            @PublishedValue RoomsId rooms, @PublishedValue Room room) implements RoomEvent, ListEvent.Changed<Room> {}

    /** A room was removed. */
    @Revision("1")
    record RoomRemoved(
            @PublishedValue RoomsId rooms,
            @PublishedValue @NotPersonal("a room's key") String roomKey)
            implements RoomEvent, ListEvent.Removed<Room> {}
}
