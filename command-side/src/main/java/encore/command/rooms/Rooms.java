package encore.command.rooms;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.rooms.RoomType.PERMANENT_ROOMS;
import static encore.kernel.rooms.RoomType.PUBLIC_ROOMS;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomCommand.ChangeRoom;
import encore.kernel.rooms.RoomCommand.ReadRoom;
import encore.kernel.rooms.RoomCommand.RemoveRoom;
import encore.kernel.rooms.RoomEvent;
import encore.kernel.rooms.RoomEvent.RoomAdded;
import encore.kernel.rooms.RoomEvent.RoomChanged;
import encore.kernel.rooms.RoomEvent.RoomRemoved;
import encore.kernel.rooms.RoomsId;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The rooms that were added to a campaign, in addition to the built-in rooms of a live campaign. */
@Aggregate
class Rooms {

    /** The bound is far more than anyone watches. */
    private static final KeyedList<Room> ROOMS =
            KeyedList.<Room>of("room", "room_key", 200).withBuiltIn(Room.BUILT_IN);

    @AggregateIdentifier
    private @Nullable RoomsId id;

    /** By key. */
    private Map<String, Room> rooms = new HashMap<>();

    Rooms() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(AddRoom command, Streams streams) {
        return roomsOf(command, streams)
                .requiring((empty, added) -> itIsOfAKindThatIsAdded(added))
                .add(command.room(), RoomAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(ChangeRoom command, Streams streams) {
        return roomsOf(command, streams).requiring(Rooms::theTypeStays).change(command.change(), RoomChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(RemoveRoom command, Streams streams) {
        return roomsOf(command, streams).remove(command.roomKey(), RoomRemoved::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(ReadRoom command) {
        Room room = rooms.get(command.roomKey());
        if (room == null) {
            throw Refusal.unknown("The campaign has no room of this key.");
        }
        return room;
    }

    private ListDecision<RoomsId, Room> roomsOf(RoomCommand command, Streams streams) {
        streams.mustBeKnown(command.rooms().campaign());
        return ROOMS.decision(command.rooms(), rooms);
    }

    private static void itIsOfAKindThatIsAdded(Room room) {
        if (room.roomType() != PERMANENT_ROOMS && room.roomType() != PUBLIC_ROOMS) {
            throw new Refusal(
                    RULE, "room-built-in", "room_type", "Only permanent_rooms and public_rooms can be added.");
        }
    }

    private static void theTypeStays(Room before, Room after) {
        if (after.roomType() != before.roomType()) {
            throw new Refusal(RULE, "room-type-stays", "room_type", "What a room is for never changes.");
        }
    }

    @EventSourcingHandler
    void evolve(RoomEvent event) {
        id = event.rooms();
        ROOMS.evolve(rooms, event);
    }
}
