package encore.api.shows.replays;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.shows.replays.Replay;
import encore.kernel.shows.replays.ReplayCommand.EndReplay;
import encore.kernel.shows.replays.ReplayCommand.OpenReplay;
import encore.kernel.shows.replays.ReplayCommand.SetReplayClock;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import encore.kernel.shows.replays.ReplayQuery.FindReplays;
import encore.kernel.shows.replays.ReplaysId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Plays shows again. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/replays")
class ReplaysController {

    private static final String ONE = "/{replay_uid}";
    private static final int MAX_FANS = 1_000;
    private static final int MAX_SPEED = 100;

    record OfShow(long pageTabId) {}

    record One(long pageTabId, @Size(max = 64) String replayUid) {}

    @AscendingRange(start = "from", end = "to")
    record Open(
            @Description("The first second of the show that is shown, UTC.") @NotNull
            Instant from,

            @Description("The last second, inclusive. It is over.") @NotNull
            Instant to,

            @Description("The seconds of the show that pass in a second.")
            @Default("1")
            @Nullable
            @Min(1)
            @Max(MAX_SPEED)
            Integer speed,

            @Description("True opens it with its clock standing, so that fans can join first.")
            @Default("false")
            @Nullable
            Boolean isPaused,

            @Description("The fans who may join. Without them, only staff may.") @Size(max = MAX_FANS)
            List<@Min(1) @Max(Ids.HIGHEST) Long> fanIds) {}

    record Change(
            long pageTabId,
            @Size(max = 64) String replayUid,

            @Description("The seconds of the show that pass in a second, from now on.")
            @Nullable
            @Min(1)
            @Max(MAX_SPEED)
            Integer speed,

            @Description("Whether the clock stands.") @Nullable
            Boolean isPaused,

            @Description("The time of the show to go on from, within from and to.") @Nullable
            Instant seek) {}

    private final Backend backend;

    ReplaysController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the replays of a show that have not ended, the oldest first")
    @GetMapping
    Mono<List<Replay>> all(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindReplays(caller.account(), in.pageTabId()));
    }

    @Description("Finds a replay, and where its clock stands now")
    @GetMapping(ONE)
    Mono<Replay> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindReplay(caller.account(), in.pageTabId(), in.replayUid()));
    }

    @Description("Opens a replay of a show. It ends by itself after 24 hours")
    @PostMapping
    Mono<Replay> openReplay(Caller caller, @Params OfShow in, @Params Open open) {
        return backend.save(
                caller,
                new OpenReplay(
                        replays(caller),
                        Ids.uid(),
                        in.pageTabId(),
                        open.from(),
                        open.to(),
                        Objects.requireNonNullElse(open.speed(), 1),
                        Boolean.TRUE.equals(open.isPaused()),
                        open.fanIds()));
    }

    @Description("Sets the clock of a replay: pauses it, lets it go on, changes its speed, or seeks a time of the show")
    @PostMapping(ONE)
    Mono<Replay> changeReplay(Caller caller, @Params Change in) {
        return backend.save(
                caller,
                new SetReplayClock(
                        replays(caller), in.replayUid(), in.pageTabId(), in.speed(), in.isPaused(), in.seek()));
    }

    @Description("Ends a replay")
    @DeleteMapping(ONE)
    Mono<Boolean> endReplay(Caller caller, @Params One in) {
        return backend.send(caller, new EndReplay(replays(caller), in.replayUid(), in.pageTabId()))
                .thenReturn(true);
    }

    private static ReplaysId replays(Caller caller) {
        return new ReplaysId(caller.account());
    }
}
