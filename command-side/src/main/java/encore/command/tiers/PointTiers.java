package encore.command.tiers;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.requirements.FanStanding;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTierUid;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.AddTier;
import encore.kernel.tiers.TiersCommand.ChangeTier;
import encore.kernel.tiers.TiersCommand.ReadTier;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The tiers of one point type. */
@Aggregate
class PointTiers {

    /** Far more than a loyalty programme has, and few enough to be answered in full. */
    private static final int MOST = 1_000;

    @AggregateIdentifier
    private @Nullable PointTiersId id;

    /** By tier uid. */
    private Map<String, Tier> tiers = new HashMap<>();

    PointTiers() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PointTierUid decide(AddTier command, Streams streams, Facts facts) {
        streams.mustBeKnown(command.tiers().pointType());
        theLimitIsNotReached();
        openIfMissing(command.tiers(), command.pointTierUid(), streams, facts);
        apply(new TierAdded(command.tiers(), command.pointTierUid(), command.tierName(), command.minPoints()));
        return new PointTierUid(command.pointTierUid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PointTierUid decide(ChangeTier command, Streams streams, Facts facts) {
        streams.mustBeKnown(command.tiers().pointType());
        var changed = new Tier(command.tierName(), command.minPoints());
        Tier before = findTier(command.pointTierUid());
        openIfMissing(command.tiers(), command.pointTierUid(), streams, facts);
        if (!changed.equals(before)) {
            apply(new TierChanged(command.tiers(), command.pointTierUid(), command.tierName(), command.minPoints()));
        }
        return new PointTierUid(command.pointTierUid());
    }

    @CommandHandler
    FanStanding.Tier decide(ReadTier command) {
        return new FanStanding.Tier(
                command.tiers().pointUid(), findTier(command.pointTierUid()).minPoints());
    }

    /** Opens the tier's own stream, by which others find it. Tiers of earlier builds have none. */
    private static void openIfMissing(PointTiersId tiers, String pointTierUid, Streams streams, Facts facts) {
        PointTierId tier = new PointTierId(tiers.account(), pointTierUid);
        if (!streams.isOpen(tier)) {
            facts.record(tier, new TierOpened(tier, tiers));
        }
    }

    private void theLimitIsNotReached() {
        if (tiers.size() >= MOST) {
            throw new Refusal(RULE, "too-many-tiers", "tier_name", "A point type has at most 1000 tiers.");
        }
    }

    private Tier findTier(String pointTierUid) {
        Tier tier = tiers.get(pointTierUid);
        if (tier == null) {
            throw new Refusal(
                    RULE, "point-tier-unknown", "point_tier_uid", "This point type has no tier with this uid.");
        }
        return tier;
    }

    @EventSourcingHandler
    void evolve(TierAdded event) {
        id = event.tiers();
        tiers.put(event.pointTierUid(), new Tier(event.tierName(), event.minPoints()));
    }

    @EventSourcingHandler
    void evolve(TierChanged event) {
        tiers.put(event.pointTierUid(), new Tier(event.tierName(), event.minPoints()));
    }

    /** A tier: the name of a balance from this many points on. */
    record Tier(String tierName, long minPoints) {}
}
