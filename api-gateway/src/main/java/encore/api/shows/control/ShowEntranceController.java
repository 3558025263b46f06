package encore.api.shows.control;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.memberships.MembershipQuery.FindShowEntrance;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lets fans and guests into a live show. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}")
class ShowEntranceController {

    record Enter(
            long pageTabId,

            @Description("A live session. The api_secret may stand in for it.") @Nullable
            String sessionUid) {}

    private final Backend backend;
    private final MemberCounts memberCounts;

    ShowEntranceController(Backend backend, MemberCounts memberCounts) {
        this.backend = backend;
        this.memberCounts = memberCounts;
    }

    @Description("Tells whether a fan or guest may enter a live show, and which rooms it has")
    @GetMapping
    Mono<OpenShow> enterShow(Caller caller, @Nullable KnownSession session, @Params Enter in) {
        Long fanId = session == null ? null : session.fanId();
        var entrance = new FindShowEntrance(caller.account(), in.pageTabId(), fanId, Instant.now());
        return mustNotBeBanned(caller, in.pageTabId(), fanId)
                .then(Mono.defer(
                        () -> Mono.zip(backend.ask(caller, entrance), memberCounts.of(caller, in.pageTabId()))))
                .map(found -> OpenShow.of(caller.account(), Instant.now(), found.getT1(), found.getT2()));
    }

    /** A fan who may only read enters. */
    private Mono<Void> mustNotBeBanned(Caller caller, long pageTabId, @Nullable Long fanId) {
        return fanId == null
                ? Mono.empty()
                : backend.send(caller, new ReadPlayer(new PlayerId(new CampaignId(caller.account(), pageTabId), fanId)))
                        .filter(player -> player.ban() != null && !player.ban().isMute())
                        .flatMap(player ->
                                Mono.error(Problem.forbidden("fan-banned", "The fan is banned from this show.")));
    }
}
