package encore.api.shows.scores;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.problems.Ids;
import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.LogClock;
import encore.api.shows.ShowFan;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.points.PointsCommand;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.ReportGamePoints;
import encore.kernel.shows.scores.ScoreQuery.FindPlayerStats;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes points of the games of a page. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}/points")
class GamePointsController {

    record Report(
            long pageTabId,

            @Description("The session of a fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("A game of the show.") @NotNull @Size(max = 64)
            String gameKey,

            @Description("They count as far as the game allows.") @NotNull @Min(1) @Max(PointsCommand.MAX_POINTS)
            Long pointCount) {}

    /** @param points the fan's points in this show */
    record PointsInShow(long points) {}

    private final Backend backend;
    private final CommandQueue queue;
    private final LogClock logClock;

    GamePointsController(Backend backend, CommandQueue queue, LogClock logClock) {
        this.backend = backend;
        this.queue = queue;
        this.logClock = logClock;
    }

    @Description("Reports points of a game")
    @PostMapping
    Mono<PointsInShow> reportGamePoints(Caller caller, @Nullable KnownSession session, @Params Report in) {
        Instant here = logClock.here();
        var player = new PlayerId(new CampaignId(caller.account(), in.pageTabId()), ShowFan.of(session));
        return logClock.toLogTime(here)
                .flatMap(at -> queue.send(
                        caller,
                        Priority.ANSWER,
                        new ReportGamePoints(player, in.gameKey(), in.pointCount(), Ids.uid(), at)))
                .then(Mono.defer(() ->
                        backend.ask(caller, new FindPlayerStats(caller.account(), in.pageTabId(), player.fanId()))))
                .map(stats -> new PointsInShow(stats.points()));
    }
}
