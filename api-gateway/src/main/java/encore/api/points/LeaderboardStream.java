package encore.api.points;

import encore.api.live.LiveStream;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.live.LiveEvent;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import encore.kernel.points.FollowedAward;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPointTypes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Streams an all-time leaderboard: first its present rows, then changed balances. */
@Component
class LeaderboardStream implements LiveStream<LeaderboardStream.Filter, LiveAward> {

    private static final int ROWS = 1_000;

    record Filter() {}

    private final Backend backend;

    LeaderboardStream(Backend backend) {
        this.backend = backend;
    }

    @Override
    public Definition<Filter> definition() {
        return new Definition<>(
                "leaderboard.{point_uid}",
                "The present leaderboard of a point type, then changed balances.",
                "crm",
                Area.LOYALTY,
                false,
                null,
                Filter.class,
                List.of(
                        Frame.snapshot(
                                "The first thousand rows of the present leaderboard. Changes follow.",
                                LeaderboardRow.class),
                        Frame.changes(
                                "Changed balances, the newest of each fan, at most ten frames a second.",
                                ChangedBalance.class)),
                List.of(FollowedAward.class));
    }

    @Override
    public @Nullable LiveAward read(LiveEvent event) {
        LiveAward award = LiveAward.of(event);
        return award == null || award.details().balance() == null ? null : award;
    }

    @Override
    public ChangedBalance payload(LiveAward award) {
        return new ChangedBalance(
                Objects.requireNonNull(award.event().fanId()),
                Objects.requireNonNull(award.details().balance()));
    }

    @Override
    public @Nullable Object key(LiveAward award) {
        return award.event().fanId();
    }

    @Override
    public Mono<Selection<LiveAward>> select(Caller caller, Filter filter, String pointUid) {
        return backend.ask(caller, new FindPointTypes(caller.account()))
                .flatMap(types -> Mono.justOrEmpty(types.stream()
                        .filter(type -> type.pointUid().equals(pointUid))
                        .map(PointType::pointName)
                        .findFirst()))
                .switchIfEmpty(Mono.error(Problem.input("stream", ErrorCode.VALUE, "is unknown")))
                .flatMap(name -> backend.ask(
                        caller, FindLeaderboard.ofAllTime(caller.account(), name, new Paging.NextKey(null, ROWS))))
                .map(page -> Selection.after(
                        new Snapshot(page.position(), page.rows()),
                        award -> pointUid.equals(award.details().pointUid())));
    }
}
