package encore.command.campaigns;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.campaigns.RoomType.PERMANENT_ROOMS;
import static encore.kernel.campaigns.RoomType.PUBLIC_ROOMS;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.Room;
import encore.kernel.campaigns.RoomCommand.AddRoom;
import encore.kernel.campaigns.RoomCommand.ChangeRoom;
import encore.kernel.campaigns.RoomCommand.RemoveRoom;
import encore.kernel.campaigns.RoomEvent.RoomAdded;
import encore.kernel.campaigns.RoomEvent.RoomChanged;
import encore.kernel.campaigns.RoomEvent.RoomRemoved;
import encore.kernel.campaigns.RoomsId;
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

    /** Far more than anyone watches, and few enough to be answered in full. */
    private static final int MOST = 200;

    @AggregateIdentifier
    private @Nullable RoomsId id;

    /** By key. */
    private Map<String, Room> rooms = new HashMap<>();

    Rooms() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(AddRoom command, Streams streams) {
        streams.mustBeKnown(command.rooms().campaign());
        Room added = Patch.of(command.room()).on(new Room(command.room().roomKey(), null, null));
        if (added.roomType() != PERMANENT_ROOMS && added.roomType() != PUBLIC_ROOMS) {
            throw new Refusal(
                    RULE, "room-built-in", "room_type", "Rooms of this type are built in and cannot be added.");
        }
        theKeyIsFree(added.roomKey());
        if (rooms.size() >= MOST) {
            throw new Refusal(RULE, "too-many-rooms", "At most 200 rooms are added to a campaign.");
        }
        apply(new RoomAdded(command.rooms(), added));
        return added;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(ChangeRoom command, Streams streams) {
        streams.mustBeKnown(command.rooms().campaign());
        Room before = theRoom(command.change().given().roomKey());
        Room changed = command.change().on(before);
        if (changed.roomType() != before.roomType()) {
            throw new Refusal(RULE, "room-type-stays", "room_type", "The type of a room never changes.");
        }
        if (!changed.equals(before)) {
            apply(new RoomChanged(command.rooms(), changed));
        }
        return changed;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Room decide(RemoveRoom command, Streams streams) {
        streams.mustBeKnown(command.rooms().campaign());
        Room removed = theRoom(command.roomKey());
        apply(new RoomRemoved(command.rooms(), removed.roomKey()));
        return removed;
    }

    private void theKeyIsFree(String key) {
        if (rooms.containsKey(key) || isBuiltIn(key)) {
            throw new Refusal(RULE, "room-exists", "room_key", "A room with this key exists.");
        }
    }

    private static boolean isBuiltIn(String key) {
        return Room.BUILT_IN.stream().anyMatch(each -> each.roomKey().equals(key));
    }

    private Room theRoom(String key) {
        Room room = rooms.get(key);
        if (room == null) {
            throw Refusal.unknown("No room with this key was added to the campaign.");
        }
        return room;
    }

    @EventSourcingHandler
    void evolve(RoomAdded event) {
        id = event.rooms();
        rooms.put(event.room().roomKey(), event.room());
    }

    @EventSourcingHandler
    void evolve(RoomChanged event) {
        rooms.put(event.room().roomKey(), event.room());
    }

    @EventSourcingHandler
    void evolve(RoomRemoved event) {
        rooms.remove(event.roomKey());
    }
}
