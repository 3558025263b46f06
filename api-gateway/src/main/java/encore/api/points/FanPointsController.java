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
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.WireTime;
import encore.kernel.fans.FanId;
import encore.kernel.points.FanPoint;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsQuery.FindFanPoints;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Every record of points, and the award. */
@RestController
@Access(scope = "crm", lock = SECRET)
@RequestMapping("/api/v1/ent/fan_points")
class FanPointsController {

    private static final int ROWS = 1_000;

    private static final long MOST = 1_000_000_000_000L;

    /** Rows come by the position of their event, or by points. */
    enum Order {
        LEADERBOARD,
        DESC,
        ASC
    }

    /** What a record's points are called elsewhere; a balance sums all of them. */
    enum Label {
        POINTS,
        VENDORA,
        VENDORB
    }

    record Find(
            @About("The first day, UTC.") LocalDate startDate,
            @About("The last day, inclusive.") LocalDate endDate,
            @Nullable @Size(max = 64) String pointUid,
            @Nullable Long fanId,

            @About("leaderboard: by point_count, descending. Default asc.") @Nullable
            Order order,

            @About("All, when absent.") @Nullable @Min(1) Integer limit,

            @About(Moments.ABOUT) @Nullable @Size(max = Moments.LENGTH)
            String asOf) {

        @AssertTrue(message = "must not be before start_date")
        @Blames("end_date")
        boolean isInOrder() {
            return !endDate.isBefore(startDate);
        }
    }

    @NotYet("activity_id")
    record Award(
            @NotBlank @Size(max = 64) String pointUid,
            long fanId,

            @About("Not zero; a negative one subtracts.") @Min(-MOST) @Max(MOST)
            long pointCount,

            @About("Default points.") @Nullable Label pointType,
            @Nullable @Size(max = 64) String rewardUid,
            @Nullable Long pageTabId,
            @Nullable @Size(max = 64) String sessionUid,

            @About("Honoured once in the fan's ledger of this point type.") @Nullable @Size(max = 255)
            String awardKey) {}

    /** The answer to an award. */
    record AwardedPoint(String fanPointUid) {}

    /**
     * A record of points in its longer spelling. What is about sessions, performances and signed awards stays null until
     * there are such.
     */
    record EntFanPoint(
            String fanPointUid,
            long fanId,
            String pointUid,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            long pointCount,
            @Nullable Long pageTabId,
            @Nullable String ipAddress,
            String pointSource,
            @Nullable String sessionUid,
            @Nullable String awardSignature,
            @Nullable Long activityId,
            String pointType,
            @Nullable JsonNode props,
            @Nullable String performanceUid,
            @Nullable String rewardUid,
            @Nullable String pointName,
            @Nullable String displayName) {

        static EntFanPoint of(FanPoint point, Map<String, String> types, Map<Long, String> fans) {
            return new EntFanPoint(
                    point.fanPointUid(),
                    point.fanId(),
                    point.pointUid(),
                    point.creationTimestamp(),
                    point.pointCount(),
                    point.pageTabId(),
                    null,
                    point.pointSource(),
                    null,
                    null,
                    point.activityId(),
                    point.pointType(),
                    null,
                    null,
                    point.rewardUid(),
                    types.get(point.pointUid()),
                    fans.get(point.fanId()));
        }
    }

    private final Backend backend;
    private final PointNames names;
    private final Moments moments;

    FanPointsController(Backend backend, PointNames names, Moments moments) {
        this.backend = backend;
        this.names = names;
        this.moments = moments;
    }

    @About("Records of points in a window of days")
    @GetMapping
    Flux<EntFanPoint> find(Caller caller, @Params Find in) {
        long limit = in.limit() == null ? Long.MAX_VALUE : in.limit();
        return theFanIsOneOfTheirs(caller, in.fanId())
                .then(names.ofTypes(caller, in.pointUid()))
                .flatMapMany(types -> moments.atOrNow(caller, in.asOf())
                        .flatMapMany(then -> Pages.all(after -> backend.ask(then.caller(), wanted(then, in, after))))
                        .take(limit)
                        .buffer(ROWS)
                        .concatMap(points -> rows(caller, points, types), 1));
    }

    private Mono<Boolean> theFanIsOneOfTheirs(Caller caller, @Nullable Long fan) {
        return fan == null
                ? Mono.just(true)
                : names.isFan(caller, fan)
                        .filter(known -> known)
                        .switchIfEmpty(
                                Mono.error(() -> Problem.input("fan_id", "unknown", "is not a fan of this account")));
    }

    private static FindFanPoints wanted(Moments.Then then, Find in, @Nullable String after) {
        return new FindFanPoints(
                then.caller().account(),
                in.fanId(),
                in.pointUid(),
                null,
                in.startDate(),
                in.endDate(),
                in.order() == null
                        ? FindFanPoints.Order.ASC
                        : FindFanPoints.Order.valueOf(in.order().name()),
                new NextKey(after, in.limit() == null ? ROWS : Math.min(in.limit(), ROWS)),
                then.asOf());
    }

    private Flux<EntFanPoint> rows(Caller caller, List<FanPoint> points, Map<String, String> types) {
        return names.ofFans(caller, points.stream().map(FanPoint::fanId).toList())
                .flatMapIterable(fans -> points.stream()
                        .map(point -> EntFanPoint.of(point, types, fans))
                        .toList());
    }

    @About("Awards points, once for each award_key")
    @PostMapping
    Mono<AwardedPoint> award(Caller caller, @Params Award in) {
        if (in.sessionUid() != null) {
            throw Problem.unauthorized("session-unknown", "There is no such session.");
        }
        Label label = in.pointType() == null ? Label.POINTS : in.pointType();
        var award = new AwardPoints(
                new LedgerId(new FanId(caller.account(), in.fanId()), in.pointUid()),
                Ids.uid(),
                in.pointCount(),
                label.name().toLowerCase(Locale.ROOT),
                "ent",
                in.awardKey() == null || in.awardKey().isEmpty() ? null : in.awardKey(),
                in.rewardUid(),
                in.pageTabId(),
                null,
                null);
        return backend.send(caller, award).map(awarded -> new AwardedPoint(awarded.fanPointUid()));
    }
}
