package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.NotAhead;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.api.wire.StreamedListing;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.PointsQuery.FindRankedFans;
import encore.kernel.points.PointsRow;
import encore.kernel.points.RecordedAward;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves point types, leaderboards of a window of days, and the points of a fan to the CRM. */
@RestController
@Access(scope = "crm", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/crm")
class CrmPointsController {

    private static final int ROWS = 1_000;

    /** Each page ranks the whole window again, so large pages keep their number small. */
    private static final int RANKED_ROWS = 10_000;

    /** No parameters select the point types. Both days and the point_name select a leaderboard. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Leaderboard(
            @Description("The first day, UTC.") @Nullable LocalDate startDate,

            @Description("The last day, inclusive.") @Nullable
            LocalDate endDate,

            @Nullable @Size(max = 128) String pointName,

            @Description("Ranks by the points for this performance. For a leaderboard only.") @Nullable @Size(max = 64)
            String performanceUid,

            @Description("For a leaderboard only. " + Description.AS_OF) @Nullable
            AsOf asOf) {

        Days days() {
            return new Days(startDate, endDate);
        }

        boolean isForLeaderboard() {
            return startDate != null || endDate != null || pointName != null || performanceUid != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @ErrorField("start_date")
        boolean isStartGiven() {
            return !isForLeaderboard() || startDate != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @ErrorField("end_date")
        boolean isEndGiven() {
            return !isForLeaderboard() || endDate != null;
        }

        @AssertTrue(message = "is required for a leaderboard")
        @ErrorField("point_name")
        boolean isNameGiven() {
            return !isForLeaderboard() || pointName != null;
        }
    }

    record Create(@NotBlank @Size(max = 128) String pointName) {}

    record OfFan(
            long fanId,

            @Description("Only records of this campaign.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long pageTabId,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record Award(
            long fanId,
            @NotBlank @Size(max = 128) String pointName,

            @Description("Not zero. A negative count subtracts.")
            @Min(-PointsCommand.MAX_POINTS)
            @Max(PointsCommand.MAX_POINTS)
            long pointCount,

            @Description(Description.EFFECTIVE_AT) @NotAhead @Nullable
            Instant effectiveAt) {

        AwardPointsByName command(long account) {
            var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                    .effectiveAt(effectiveAt)
                    .build();
            return new AwardPointsByName(new FanId(account, fanId), Ids.uid(), pointName, pointCount, "crm", details);
        }
    }

    /** Repeats the parameters of the call. */
    record Meta(
            @Nullable String pointName,
            @Nullable String performanceUid,
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate) {}

    private final Backend backend;

    CrmPointsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the leaderboard of a period; without parameters, lists the point types")
    @GetMapping("/points")
    StreamedListing<Meta, PointsRow> findPoints(Caller caller, @Params Leaderboard in) {
        var meta = new Meta(in.pointName(), in.performanceUid(), in.startDate(), in.endDate());
        return new StreamedListing<>(
                meta, in.pointName() == null ? types(caller) : rankedFans(caller, in.pointName(), in));
    }

    private Flux<PointsRow> types(Caller caller) {
        return backend.ask(caller, new FindPointTypes(caller.account()))
                .flatMapIterable(types -> types)
                .cast(PointsRow.class);
    }

    private Flux<PointsRow> rankedFans(Caller caller, String name, Leaderboard in) {
        return Pages.all(after -> backend.ask(
                        caller,
                        new FindRankedFans(
                                caller.account(),
                                name,
                                in.performanceUid(),
                                in.days(),
                                new NextKey(after, RANKED_ROWS),
                                in.asOf())))
                .cast(PointsRow.class);
    }

    @Description("Creates a point type, or finds the one with this name")
    @PostMapping("/points")
    Mono<PointTypeUid> createPointType(Caller caller, @Params Create in) {
        return backend.send(caller, new CreatePointType(new PointTypeId(caller.account(), Ids.uid()), in.pointName()));
    }

    @Description("Lists a fan's records of points")
    @GetMapping("/fans/{fan_id}/points")
    Flux<FanPoint.Crm> findPointsOfFan(Caller caller, @Params OfFan in) {
        return Pages.all(after -> backend.ask(
                caller,
                new FindCrmFanPoints(
                        caller.account(), in.fanId(), in.pageTabId(), new NextKey(after, ROWS), in.asOf())));
    }

    @Description("Awards points of a type by its name")
    @Access(scope = "crm", area = Area.POINTS, lock = SECRET)
    @PostMapping("/fans/{fan_id}/points")
    Mono<RecordedAward> awardPointsByName(Caller caller, @Params Award in) {
        return backend.send(caller, in.command(caller.account()));
    }
}
