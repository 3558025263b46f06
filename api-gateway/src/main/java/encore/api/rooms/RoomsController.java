package encore.api.rooms;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomCommand.ChangeRoom;
import encore.kernel.rooms.RoomCommand.RemoveRoom;
import encore.kernel.rooms.RoomQuery.FindRoom;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the rooms of a campaign. A live campaign has global_chat and control built in; other rooms are added. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/rooms")
class RoomsController {

    private static final String ONE = "/{room_key}";

    record OfCampaign(long pageTabId) {}

    record One(long pageTabId, @Size(max = 255) String roomKey) {}

    record Save(
            long pageTabId,

            @Description("The key of the room in the campaign. It never changes.") @NotBlank @Size(max = 255)
            String roomKey,

            @Description("permanent_rooms or public_rooms. Required for a new room; it never changes.") @Nullable
            RoomType roomType,

            @Nullable @Size(max = 255) String roomTitle,
            ClearedComponents cleared) {

        Room asRoom() {
            return new Room(roomKey, roomType, roomTitle);
        }
    }

    private final Backend backend;

    RoomsController(Backend backend) {
        this.backend = backend;
    }

    @Description(
            "Lists a campaign's rooms: built-in rooms first, then the others in the order in which they were added")
    @GetMapping
    Mono<List<Room>> all(Caller caller, @Params OfCampaign in) {
        return backend.ask(caller, new FindRooms(caller.account(), in.pageTabId()));
    }

    @Description("Finds a room")
    @GetMapping(ONE)
    Mono<Room> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindRoom(caller.account(), in.pageTabId(), in.roomKey()));
    }

    @Description("Adds a room")
    @PostMapping
    Mono<Room> add(Caller caller, @Params Save in) {
        return backend.send(caller, new AddRoom(rooms(caller, in.pageTabId()), in.asRoom()));
    }

    @Description("Renames a room that was added")
    @PostMapping(ONE)
    Mono<Room> change(Caller caller, @Params Save in) {
        return backend.send(
                caller,
                new ChangeRoom(rooms(caller, in.pageTabId()), in.cleared().toPatch(in.asRoom())));
    }

    @Description("Removes a room that was added")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveRoom(rooms(caller, in.pageTabId()), in.roomKey()))
                .thenReturn(true);
    }

    private static RoomsId rooms(Caller caller, long pageTabId) {
        return new RoomsId(new CampaignId(caller.account(), pageTabId));
    }
}
