package encore.api.tiers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.binding.NullableAnswer;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.points.PointsCommand;
import encore.kernel.tiers.FanTier;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.AddTier;
import encore.kernel.tiers.TiersCommand.ChangeTier;
import encore.kernel.tiers.TiersQuery.FindFanTier;
import encore.kernel.tiers.TiersQuery.FindSavedTier;
import encore.kernel.tiers.TiersQuery.FindTiers;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the tiers of a point type, and serves the tier that a fan has reached. */
@RestController
@Access(scope = "crm", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/crm")
class TiersController {

    private static final String TIERS = "/points/{point_uid}/point_tiers";
    private static final String TIERS_IN_LOYALTY_GUIDE = "/point_tiers/{point_uid}";

    record Find(
            @Size(max = 64) String pointUid,
            @Nullable @Size(max = 128) String tierName) {}

    record Save(
            @Size(max = 64) String pointUid,
            @NotBlank @Size(max = 128) String tierName,

            @Min(-PointsCommand.MAX_POINTS) @Max(PointsCommand.MAX_POINTS)
            long minPoints,

            @Description("The tier to change. Absent: a new tier is created.") @Nullable @Size(max = 64)
            String pointTierUid) {}

    record OfFan(
            long fanId,
            @NotBlank @Size(max = 128) String pointName,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    TiersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the tiers of a point type, lowest first")
    @GetMapping({TIERS, TIERS_IN_LOYALTY_GUIDE})
    Mono<List<PointTier>> find(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindTiers(caller.account(), in.pointUid(), in.tierName()));
    }

    @Description("Adds a tier, or changes one")
    @PostMapping({TIERS, TIERS_IN_LOYALTY_GUIDE})
    Mono<PointTier> save(Caller caller, @Params Save in) {
        var tiers = new PointTiersId(caller.account(), in.pointUid());
        String uid = in.pointTierUid();
        return backend.send(
                        caller,
                        uid == null
                                ? new AddTier(tiers, Ids.uid(), in.tierName(), in.minPoints())
                                : new ChangeTier(tiers, uid, in.tierName(), in.minPoints()))
                // Read from the projection, which waits for this call's own write.
                .flatMap(saved ->
                        backend.ask(caller, new FindSavedTier(caller.account(), in.pointUid(), saved.pointTierUid())));
    }

    @NullableAnswer
    @Description("Finds the tier that a fan has reached, now or at an earlier moment; null for none")
    @GetMapping("/fans/{fan_id}/point_tier")
    Mono<PointTier> findFanTier(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindFanTier(caller.account(), in.fanId(), in.pointName(), in.asOf()))
                .mapNotNull(FanTier::tier);
    }
}
