package encore.kernel.passes;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import org.jspecify.annotations.Nullable;

/** The commands of passes. */
public sealed interface PassCommand<R> extends Command<R> {

    /** A command of one pass. */
    sealed interface SinglePassCommand<R> extends PassCommand<R> {

        PassId pass();

        @Override
        default PassId stream() {
            return pass();
        }
    }

    /**
     * Issues a pass to a fan.
     *
     * @param code the printed code, generated before the command; unique in the account
     */
    record IssuePass(PassId pass, CampaignId campaign, long fanId, String code, PassDetails details)
            implements SinglePassCommand<IssuedPass> {}

    /**
     * Issues the pass of a reward, with a code that the handler generates. A pass that was issued already is the answer
     * again.
     *
     * @param pass follows from the issuance of the reward
     */
    record IssueRewardPass(PassId pass, long fanId, RewardAccess access) implements SinglePassCommand<IssuedPass> {}

    /** Opens the pass of a reward under a code. A pass that is open already is the answer again, with its own code. */
    record OpenRewardPass(PassId pass, long fanId, RewardAccess access, String code)
            implements SinglePassCommand<IssuedPass> {}

    /** Changes the claimant or the section of a pass. A pass of another owner is refused as unknown. */
    record ChangePass(PassId pass, PassOwner owner, Patch<PassDetails> change)
            implements SinglePassCommand<IssuedPass> {}

    /**
     * Revokes a pass: it is no longer valid, and its code is released. A pass of another owner is refused as unknown.
     */
    record RevokePass(PassId pass, PassOwner owner) implements SinglePassCommand<IssuedPass> {}

    /** Checks the pass in at a campaign, once (spec 3, 4). */
    record CheckInPass(PassId pass, CampaignId campaign, String field) implements SinglePassCommand<CheckedInPass> {}

    /**
     * Finds the pass that is shown, and checks it in. If uid and code are given, both must be of one pass.
     *
     * @param code in capital letters
     */
    record CheckInShownPass(
            CampaignId campaign,
            @Nullable String uid,
            @Nullable String code) implements PassCommand<CheckedInPass> {
        @Override
        public StreamId stream() {
            return campaign;
        }
    }
}
