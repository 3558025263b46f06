package encore.command.passes;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.passes.PassCommand.IssueRewardPass;
import encore.kernel.passes.PassId;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardType;
import org.springframework.stereotype.Component;

/** Issues a pass with each issuance of a reward of type pass. Its window is that of the reward at that time. */
@Component
class WhenRewardIssuedThenIssuePass implements Automation {

    /** The access that passes of a reward give now; its key is the reward. */
    record PassAccess(RewardAccess access) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(IssueRewardPass.class)
                .keeping(PassAccess.class)
                .on(RewardCreated.class, WhenRewardIssuedThenIssuePass::created)
                .on(RewardChanged.class, WhenRewardIssuedThenIssuePass::changed)
                .on(
                        RewardDeleted.class,
                        (event, recordedEvent, process) ->
                                process.remove(PassAccess.class, event.reward().toString()))
                .on(RewardIssued.class, WhenRewardIssuedThenIssuePass::issued);
    }

    private static void created(RewardCreated event, RecordedEvent recordedEvent, ProcessContext process) {
        if (event.rewardType() == RewardType.PASS) {
            process.put(
                    event.reward().toString(),
                    new PassAccess(RewardAccess.of(event.reward(), event.businessId(), event.details())));
        }
    }

    private static void changed(RewardChanged event, RecordedEvent recordedEvent, ProcessContext process) {
        String key = event.reward().toString();
        PassAccess before = process.get(PassAccess.class, key);
        if (before != null) {
            RewardDetails window = RewardDetailsBuilder.builder(RewardDetails.NONE)
                    .accessStartTimestamp(before.access().start())
                    .accessEndTimestamp(before.access().end())
                    .build();
            process.put(
                    key,
                    new PassAccess(RewardAccess.of(
                            event.reward(),
                            before.access().businessId(),
                            event.patch().applyTo(window))));
        }
    }

    private static void issued(RewardIssued event, RecordedEvent recordedEvent, ProcessContext process) {
        PassAccess pass = process.get(PassAccess.class, event.reward().toString());
        if (pass != null) {
            process.send(new IssueRewardPass(
                    PassId.ofIssuance(event.reward().account(), event.fanPointUid()), event.fanId(), pass.access()));
        }
    }
}
