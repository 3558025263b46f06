package encore.kernel.passes;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import org.jspecify.annotations.Nullable;

/** The commands of passes. */
public sealed interface PassCommand<R> extends Command<R> {

    /** A command of one pass. A pass of another campaign than that of the path is refused as unknown. */
    sealed interface SinglePassCommand<R> extends PassCommand<R> {

        PassId pass();

        CampaignId campaign();

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

    /** Changes the claimant or the section of a pass. */
    record ChangePass(PassId pass, CampaignId campaign, Patch<PassDetails> change)
            implements SinglePassCommand<IssuedPass> {}

    /** Revokes a pass: it is no longer valid, and its code is released. */
    record RevokePass(PassId pass, CampaignId campaign) implements SinglePassCommand<IssuedPass> {}

    /** Checks the pass in, once (spec 3, 4). */
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
