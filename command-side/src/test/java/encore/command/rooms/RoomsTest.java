package encore.command.rooms;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.rooms.RoomType.CONTROL;
import static encore.kernel.rooms.RoomType.PERMANENT_ROOMS;
import static encore.kernel.rooms.RoomType.PUBLIC_ROOMS;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomCommand.ChangeRoom;
import encore.kernel.rooms.RoomCommand.RemoveRoom;
import encore.kernel.rooms.RoomEvent.RoomAdded;
import encore.kernel.rooms.RoomEvent.RoomChanged;
import encore.kernel.rooms.RoomsId;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoomsTest {

    private static final RoomsId ROOMS = new RoomsId(new CampaignId(7, 100));
    private static final Room LOUNGE = new Room("lounge", PUBLIC_ROOMS, "Lounge");

    private final AggregateUnderTest<Rooms> rooms = new AggregateUnderTest<>(Rooms.class);

    @BeforeEach
    void the_campaign_is_there() {
        rooms.streams.open(ROOMS.campaign());
    }

    @Test
    void permanent_and_public_rooms_are_added() {
        var stage = new Room("stage", PERMANENT_ROOMS, null);
        rooms.given(new RoomAdded(ROOMS, LOUNGE))
                .when(new AddRoom(ROOMS, stage))
                .expectEvents(new RoomAdded(ROOMS, stage))
                .expectResultMessagePayload(stage);
    }

    @Test
    void rooms_that_every_show_has_are_not_added() {
        refused(new Room("desk", CONTROL, null), "room_type");
        refused(new Room("desk", null, null), "room_type");
        refused(new Room("control", PUBLIC_ROOMS, null), "room_key");
        refused(LOUNGE, "room_key");
    }

    private void refused(Room room, String field) {
        rooms.given(new RoomAdded(ROOMS, LOUNGE))
                .when(new AddRoom(ROOMS, room))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    @Test
    void a_room_is_called_otherwise_and_stays_what_it_is_for() {
        rooms.given(new RoomAdded(ROOMS, LOUNGE))
                .when(new ChangeRoom(ROOMS, new Patch<>(new Room("lounge", null, null), Set.of("roomTitle"))))
                .expectEvents(new RoomChanged(ROOMS, new Room("lounge", PUBLIC_ROOMS, null)));
        rooms.given(new RoomAdded(ROOMS, LOUNGE))
                .when(new ChangeRoom(ROOMS, Patch.of(new Room("lounge", PERMANENT_ROOMS, null))))
                .expectNoEvents()
                .expectException(refusalNaming("room_type"));
    }

    @Test
    void a_room_that_was_not_added_is_unknown() {
        for (Object command : new Object[] {
            new RemoveRoom(ROOMS, "control"),
            new RemoveRoom(ROOMS, "bar"),
            new ChangeRoom(ROOMS, Patch.of(new Room("control", null, "Desk")))
        }) {
            rooms.given(new RoomAdded(ROOMS, LOUNGE))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    @Test
    void a_deleted_campaign_has_no_rooms() {
        rooms.streams.ended(ROOMS.campaign());
        rooms.givenNoPriorActivity()
                .when(new AddRoom(ROOMS, LOUNGE))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }
}
