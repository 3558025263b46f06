package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsQuery.FindEntFanPoints;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.points.ledgers.FanPointCriteria.Order;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists records of points, and awards points. */
@RestController
@Access(scope = "crm", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/fan_points")
class FanPointsController {

    private static final int ROWS = 1_000;

    /** The labels that other systems use for points. A balance sums the points of all labels. */
    enum Label {
        POINTS,
        VENDORA,
        VENDORB
    }

    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            @Description("The first day, UTC.") LocalDate startDate,
            @Description("The last day, inclusive.") LocalDate endDate,
            @Nullable @Size(max = 64) String pointUid,
            @Nullable Long fanId,

            @Description("leaderboard orders by point_count, descending.") @Default("asc") @Nullable
            Order order,

            @Description("All rows when absent.") @Nullable @Min(1)
            Integer limit,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {

        FanPointCriteria criteria() {
            return new FanPointCriteria(
                    fanId, pointUid, null, new Days(startDate, endDate), order == null ? Order.ASC : order);
        }

        int page() {
            return limit == null ? ROWS : Math.min(limit, ROWS);
        }
    }

    record Award(
            @NotBlank @Size(max = 64) String pointUid,
            long fanId,

            @Description("Not zero. A negative count subtracts.")
            @Min(-PointsCommand.MAX_POINTS)
            @Max(PointsCommand.MAX_POINTS)
            long pointCount,

            @Default("points") @Nullable Label pointType,

            @Nullable @Pattern(regexp = Ids.UID, message = Ids.NO_UID)
            String rewardUid,

            @Nullable @Min(1) @Max(Ids.HIGHEST) Long pageTabId,

            @Description("A live session of the fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("The activity that the points are for.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long activityId,

            @Description("It counts once in the fan's ledger of this point type.") @Nullable @Size(max = 255)
            String awardKey,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        /** @param sessionHash the session_ref; null without a session */
        AwardPoints command(long account, @Nullable String sessionHash) {
            Label label = pointType == null ? Label.POINTS : pointType;
            var details = AwardDetailsBuilder.builder()
                    .pointType(label.name().toLowerCase(Locale.ROOT))
                    .awardKey(awardKey)
                    .rewardUid(rewardUid)
                    .pageTabId(pageTabId)
                    .activityId(activityId)
                    .sessionHash(sessionHash)
                    .effectiveAt(effectiveAt)
                    .build();
            return new AwardPoints(
                    new LedgerId(new FanId(account, fanId), pointUid), Ids.uid(), pointCount, "ent", details);
        }
    }

    /** The answer to an award. */
    record AwardedPoint(String fanPointUid) {}

    private final Backend backend;
    private final KnownSessions knownSessions;

    FanPointsController(Backend backend, KnownSessions knownSessions) {
        this.backend = backend;
        this.knownSessions = knownSessions;
    }

    @Description("Lists records of points in a period")
    @GetMapping
    Flux<FanPoint.Ent> find(Caller caller, @Params Find in) {
        var criteria = in.criteria();
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindEntFanPoints(caller.account(), criteria, new NextKey(after, in.page()), in.asOf())))
                .take(in.limit() == null ? Long.MAX_VALUE : in.limit());
    }

    @Description("Awards points, once for each award_key")
    @Access(scope = "crm", area = Area.POINTS, lock = SECRET)
    @PostMapping
    Mono<AwardedPoint> awardPoints(Caller caller, @Params Award in) {
        String sessionUid = in.sessionUid();
        return sessionUid == null
                ? send(caller, in, null)
                : knownSessions
                        .find(caller.account(), sessionUid)
                        .flatMap(session -> send(caller, in, refOfFan(session, in.fanId())));
    }

    private Mono<AwardedPoint> send(Caller caller, Award in, @Nullable String sessionHash) {
        return backend.send(caller, in.command(caller.account(), sessionHash))
                .map(recordedAward -> new AwardedPoint(recordedAward.fanPointUid()));
    }

    private static String refOfFan(KnownSession session, long fanId) {
        if (!Objects.equals(session.fanId(), fanId)) {
            throw Problem.input("session_uid", ErrorCode.VALUE, "is not a session of this fan");
        }
        return session.ref();
    }
}
