package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.access.Moments;
import encore.api.http.About;
import encore.api.http.Blames;
import encore.api.http.Ids;
import encore.api.http.NotYet;
import encore.api.http.Pages;
import encore.api.http.Params;
import encore.api.http.Problem;
import encore.api.http.Streamed;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.WireTime;
import encore.kernel.fans.FanId;
import encore.kernel.points.Awarded;
import encore.kernel.points.FanPoint;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPointTypes;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Point types, the leaderboard of a window of days, and a fan's points as the CRM sees them. */
@RestController
@Access(scope = "crm", lock = SECRET)
@RequestMapping("/api/v1/crm")
class CrmPointsController {

    private static final int ROWS = 1_000;

    /** Each page ranks the whole window again, so there should be few. */
    private static final int RANKED_ROWS = 10_000;

    private static final long MOST = 1_000_000_000_000L;

    /** Either nothing, for the point types, or all three, for a leaderboard. */
    @NotYet("performance_uid")
    record Board(
            @About("The first day, UTC.") @Nullable LocalDate startDate,
            @About("The last day, inclusive.") @Nullable LocalDate endDate,
            @Nullable @Size(max = 128) String pointName,

            @About("Of a leaderboard. " + Moments.ABOUT) @Nullable @Size(max = Moments.LENGTH)
            String asOf) {

        boolean isAsked() {
            return startDate != null || endDate != null || pointName != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @Blames("start_date")
        boolean isStartGiven() {
            return !isAsked() || startDate != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @Blames("end_date")
        boolean isEndGiven() {
            return !isAsked() || endDate != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @Blames("point_name")
        boolean isNameGiven() {
            return !isAsked() || pointName != null;
        }

        @AssertTrue(message = "must not be before start_date")
        @Blames("end_date")
        boolean isInOrder() {
            return startDate == null || endDate == null || !endDate.isBefore(startDate);
        }
    }

    record Create(@NotBlank @Size(max = 128) String pointName) {}

    record OfFan(
            long fanId,
            @About("Of this campaign only.") @Nullable Long pageTabId,

            @About(Moments.ABOUT) @Nullable @Size(max = Moments.LENGTH)
            String asOf) {}

    record Award(
            long fanId,
            @NotBlank @Size(max = 128) String pointName,

            @About("Not zero; a negative one subtracts.") @Min(-MOST) @Max(MOST)
            long pointCount) {}

    /** What was asked for. */
    record Meta(
            @Nullable String pointName,
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate) {}

    /** A row of {@code GET /points}: of a leaderboard, or a point type. */
    sealed interface PointsRow {}

    /** A fan's place; the name is null for one that was erased. */
    record RankedFan(
            String pointName,
            long fanId,
            long fanPointCount,
            long rank,
            @Nullable String displayName) implements PointsRow {}

    /** A kind of points. */
    record KnownType(
            String pointUid,
            String pointName,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) implements PointsRow {}

    /** A record of points in the CRM's spelling. */
    record CrmFanPoint(
            String fanPointUid,
            long fanId,
            String pointUid,
            @Nullable String pointName,
            long pointCount,
            String pointSource,
            @WireTime(WireTime.Form.ISO) Instant creationTimestamp) {}

    private final Backend backend;
    private final PointNames names;
    private final Moments moments;

    CrmPointsController(Backend backend, PointNames names, Moments moments) {
        this.backend = backend;
        this.names = names;
        this.moments = moments;
    }

    @About("The leaderboard of a window of days; without parameters, the point types")
    @GetMapping("/points")
    Streamed<Meta, PointsRow> list(Caller caller, @Params Board in) {
        var meta = new Meta(in.pointName(), in.startDate(), in.endDate());
        return in.startDate() == null || in.endDate() == null || in.pointName() == null
                ? new Streamed<>(meta, types(caller))
                : new Streamed<>(meta, ranked(caller, in.pointName(), in.startDate(), in.endDate(), in.asOf()));
    }

    private Flux<PointsRow> types(Caller caller) {
        return backend.ask(caller, new FindPointTypes(caller.account()))
                .flatMapIterable(types -> types)
                .map(type -> new KnownType(type.pointUid(), type.pointName(), type.creationTimestamp()));
    }

    private Flux<PointsRow> ranked(Caller caller, String name, LocalDate from, LocalDate to, @Nullable String asOf) {
        return moments.atOrNow(caller, asOf).flatMapMany(then -> ranked(then, name, from, to));
    }

    private Flux<PointsRow> ranked(Moments.Then then, String name, LocalDate from, LocalDate to) {
        Caller caller = then.caller();
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindLeaderboard(
                                caller.account(), name, from, to, new NextKey(after, RANKED_ROWS), then.asOf())))
                .buffer(ROWS)
                .concatMap(
                        rows -> names.ofFans(
                                        caller,
                                        rows.stream().map(LeaderboardRow::fanId).toList())
                                .flatMapIterable(fans ->
                                        rows.stream().map(row -> row(row, fans)).toList()),
                        1);
    }

    private static PointsRow row(LeaderboardRow row, Map<Long, String> fans) {
        return new RankedFan(row.pointName(), row.fanId(), row.fanPointCount(), row.rank(), fans.get(row.fanId()));
    }

    @About("Creates a point type, or finds the one of that name")
    @PostMapping("/points")
    Mono<PointTypeUid> create(Caller caller, @Params Create in) {
        return backend.send(caller, new CreatePointType(new PointTypeId(caller.account(), Ids.uid()), in.pointName()));
    }

    @About("A fan's records of points")
    @GetMapping("/fans/{fan_id}/points")
    Flux<CrmFanPoint> ofFan(Caller caller, @Params OfFan in) {
        return names.isFan(caller, in.fanId())
                .filter(known -> known)
                .switchIfEmpty(Mono.error(Problem::unknown))
                .then(names.ofTypes(caller))
                .flatMapMany(types -> moments.atOrNow(caller, in.asOf())
                        .flatMapMany(then -> Pages.all(after -> backend.ask(then.caller(), pointsOf(then, in, after))))
                        .map(point -> row(point, types)));
    }

    private static FindFanPoints pointsOf(Moments.Then then, OfFan in, @Nullable String after) {
        return new FindFanPoints(
                then.caller().account(),
                in.fanId(),
                null,
                in.pageTabId(),
                null,
                null,
                FindFanPoints.Order.ASC,
                new NextKey(after, ROWS),
                then.asOf());
    }

    private static CrmFanPoint row(FanPoint point, Map<String, String> types) {
        return new CrmFanPoint(
                point.fanPointUid(),
                point.fanId(),
                point.pointUid(),
                types.get(point.pointUid()),
                point.pointCount(),
                point.pointSource(),
                point.creationTimestamp());
    }

    @About("Awards points of a type by its name")
    @PostMapping("/fans/{fan_id}/points")
    Mono<Awarded> award(Caller caller, @Params Award in) {
        var fan = new FanId(caller.account(), in.fanId());
        return backend.send(caller, new AwardPointsByName(fan, Ids.uid(), in.pointName(), in.pointCount(), "crm"));
    }
}
