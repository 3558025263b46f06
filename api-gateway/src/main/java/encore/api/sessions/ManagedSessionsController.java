package encore.api.sessions;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSessions;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.sessions.EndedSessions;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionCommand;
import encore.kernel.sessions.SessionCommand.EndSession;
import encore.kernel.sessions.SessionCommand.RevokeSessions;
import encore.kernel.sessions.SessionId;
import encore.kernel.sessions.SessionQuery.FindFanSessions;
import java.time.Instant;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists and ends sessions. They are named by their session_ref, which opens nothing. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage")
class ManagedSessionsController {

    private static final int ROWS = 1_000;
    private static final String OF_FAN = "/fans/{fan_id}/sessions";

    record OfFan(long fanId) {}

    record One(String sessionRef) {}

    private final Backend backend;
    private final KnownSessions knownSessions;

    ManagedSessionsController(Backend backend, KnownSessions knownSessions) {
        this.backend = backend;
        this.knownSessions = knownSessions;
    }

    @Description("Lists the live sessions of a fan, oldest first")
    @GetMapping(OF_FAN)
    Flux<Session> findSessions(Caller caller, @Params OfFan in) {
        Instant now = Instant.now();
        return Pages.all(after ->
                backend.ask(caller, new FindFanSessions(caller.account(), in.fanId(), now, new NextKey(after, ROWS))));
    }

    @Description("Ends all sessions of a fan")
    @DeleteMapping(OF_FAN)
    Mono<Boolean> endSessions(Caller caller, @Params OfFan in) {
        return end(caller, new RevokeSessions(new LoginsId(new FanId(caller.account(), in.fanId()))));
    }

    @Description("Ends a session")
    @DeleteMapping("/sessions/{session_ref}")
    Mono<Boolean> endSession(Caller caller, @Params One in) {
        return end(caller, new EndSession(new SessionId(caller.account(), in.sessionRef()), true));
    }

    private Mono<Boolean> end(Caller caller, SessionCommand<EndedSessions> command) {
        return backend.send(caller, command).map(ended -> {
            ended.sessionHashes().forEach(ref -> knownSessions.forget(caller.account(), ref));
            return true;
        });
    }
}
