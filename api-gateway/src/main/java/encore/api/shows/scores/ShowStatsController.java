package encore.api.shows.scores;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.shows.SharedReads;
import encore.api.shows.ShowFan;
import encore.api.shows.control.MemberCounts;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.shows.scores.PlayerStats;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.shows.scores.ScoreQuery.FindPlayerStats;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves what a live show counts. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}")
class ShowStatsController {

    record OfShow(
            long pageTabId,

            @Description("A live session. Only the call about a fan needs a fan's.") @Nullable @Size(max = 64)
            String sessionUid) {}

    private final Backend backend;
    private final SharedReads sharedReads;
    private final MemberCounts memberCounts;

    ShowStatsController(Backend backend, SharedReads sharedReads, MemberCounts memberCounts) {
        this.backend = backend;
        this.sharedReads = sharedReads;
        this.memberCounts = memberCounts;
    }

    @Description("Shows how many fans take part in a show, and what they do")
    @GetMapping("/event_stats")
    Mono<ShowCounts> findEventStats(Caller caller, @Params OfShow in) {
        return sharedReads
                .ask(caller, new FindEventStats(caller.account(), in.pageTabId()))
                .zipWith(memberCounts.ofShow(caller, in.pageTabId()), ShowCounts::of);
    }

    @Description("Shows what the fan did in a show, and its rank")
    @GetMapping("/player_stats")
    Mono<PlayerStats> findPlayerStats(Caller caller, @Nullable KnownSession session, @Params OfShow in) {
        return backend.ask(caller, new FindPlayerStats(caller.account(), in.pageTabId(), ShowFan.of(session)));
    }
}
