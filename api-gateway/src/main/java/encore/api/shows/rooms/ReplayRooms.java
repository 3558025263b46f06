package encore.api.shows.rooms;

import encore.api.authentication.ConnectionAuthenticator;
import encore.api.authentication.ConnectionAuthenticator.ConnectionIdentity;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.kernel.Refusal;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import encore.kernel.shows.rooms.RoomName;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Lets clients into the rooms of replays: those with a secret, and the fans that the replay names. */
@Component
class ReplayRooms {

    private final Backend backend;
    private final ConnectionAuthenticator authenticator;

    ReplayRooms(Backend backend, ConnectionAuthenticator authenticator) {
        this.backend = backend;
        this.authenticator = authenticator;
    }

    /**
     * Returns the room; fails with a {@link Problem} (400, room_name) when there is no such replay for this client. A fan who
     * is banned from the show is refused like in all its rooms, by the caller.
     *
     * @param after must be null: who joins a replay goes on where its clock stands
     */
    Mono<RoomName> find(ConnectionIdentity identity, RoomName room, @Nullable Long after) {
        if (after != null) {
            throw Problem.input("after", ErrorCode.VALUE, "is not for a replay: it goes on where its clock stands");
        }
        Long fanId = identity.session().fanId();
        return backend.ask(
                        authenticator.caller(identity),
                        new FindReplay(identity.account(), room.pageTabId(), room.key()))
                .onErrorMap(
                        failure -> failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.UNKNOWN,
                        refusal -> KnownRooms.unknown())
                .map(replay -> {
                    boolean isNamed = fanId != null && replay.fanIds().contains(fanId);
                    if (!isNamed && !identity.withSecret()) {
                        throw KnownRooms.unknown();
                    }
                    return room;
                });
    }
}
