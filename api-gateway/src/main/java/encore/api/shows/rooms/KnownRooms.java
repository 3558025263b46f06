package encore.api.shows.rooms;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.shows.rooms.RoomName;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The rooms of shows. The rooms of a show are asked for once a second at most, however many clients join. */
@Component
class KnownRooms {

    private static final int MAX_SHOWS = 10_000;
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Backend backend;
    private final Cache<CampaignId, Mono<Set<String>>> rooms =
            Caffeine.newBuilder().maximumSize(MAX_SHOWS).executor(Runnable::run).build();

    KnownRooms(Backend backend) {
        this.backend = backend;
    }

    /** Returns the room of a name; fails with a {@link Problem} (400, room_name) when the account has no such room. */
    Mono<RoomName> find(long account, String roomName) {
        RoomName room =
                RoomName.parse(roomName).filter(name -> !name.isReplay()).orElseThrow(KnownRooms::unknown);
        CampaignId campaign = new CampaignId(account, room.pageTabId());
        return rooms.get(campaign, this::ask)
                .onErrorMap(
                        failure -> failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNKNOWN,
                        refusal -> unknown())
                .map(names -> {
                    if (!names.contains(roomName)) {
                        throw unknown();
                    }
                    return room;
                });
    }

    private Mono<Set<String>> ask(CampaignId campaign) {
        Caller caller = new Caller(campaign.account(), "live", RequestContext.defaults());
        return backend.ask(caller, new FindRooms(campaign.account(), campaign.number()))
                .map(found -> names(found, campaign))
                .cache(names -> FRESH, failure -> Duration.ZERO, () -> Duration.ZERO);
    }

    private static Set<String> names(List<Room> found, CampaignId campaign) {
        return found.stream()
                .filter(room -> room.roomType() != null)
                .map(room ->
                        RoomName.of(room.roomType(), room.roomKey(), campaign).toString())
                .collect(Collectors.toSet());
    }

    static Problem unknown() {
        return Problem.input("room_name", ErrorCode.VALUE, "is no room of this account");
    }
}
