package encore.command.rewards;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lists.BoundedStreams;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.rewards.BusinessRewardsId;
import encore.kernel.rewards.RewardCommand.CheckNewReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardListed;
import encore.kernel.rewards.RewardEvent.RewardUnlisted;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardUid;
import java.util.LinkedHashSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The list of the rewards of a business. It begins each reward, and so keeps the bound on their number. */
@Aggregate
class BusinessRewards {

    private static final BoundedStreams BOUND = new BoundedStreams("rewards", "reward_title", 1_000);

    @AggregateIdentifier
    private @Nullable BusinessRewardsId id;

    private LinkedHashSet<RewardId> rewards = new LinkedHashSet<>();

    BusinessRewards() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RewardUid decide(CheckNewReward command, Streams streams, Claims claims) {
        check(command.open(), streams, claims);
        BOUND.makeRoom(rewards, streams);
        return new RewardUid(command.reward().uid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RewardUid decide(OpenReward command, Streams streams, Claims claims, Facts facts) {
        RewardDetails first = check(command, streams, claims);
        BOUND.makeRoom(rewards, streams).forEach(ended -> apply(new RewardUnlisted(command.stream(), ended)));
        claims.take(
                RewardTitleClaims.claim(command.reward(), command.businessId(), first.rewardTitle()), command.reward());
        facts.record(
                command.reward(),
                new RewardCreated(
                        command.reward(), command.businessId(), command.rewardType(), command.pointUid(), first));
        apply(new RewardListed(command.stream(), command.reward()));
        return new RewardUid(command.reward().uid());
    }

    private static RewardDetails check(OpenReward command, Streams streams, Claims claims) {
        RewardId reward = command.reward();
        BusinessId business = new BusinessId(reward.account(), command.businessId());
        streams.mustBeKnown(business);
        if (streams.firstEvent(reward, RewardCreated.class) != null) {
            throw new Refusal(CONFLICT, "reward-uid-taken", "Another reward has this uid; try again.");
        }
        RewardDetails first = RewardRules.detailsAfter(
                business, command.rewardType(), RewardDetails.NONE, Patch.of(command.details()), streams);
        RewardTitleClaims.mustBeFree(reward, command.businessId(), first.rewardTitle(), claims);
        return first;
    }

    @EventSourcingHandler
    void evolve(RewardListed event) {
        id = event.rewards();
        rewards.add(event.reward());
    }

    @EventSourcingHandler
    void evolve(RewardUnlisted event) {
        rewards.remove(event.reward());
    }
}
