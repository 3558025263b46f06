package encore.kernel.passes;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of passes. */
public sealed interface PassCommand<R> extends Command<R> {

    /** What one pass decides on. A pass of another campaign than the path's is unknown. */
    sealed interface OfOne<R> extends PassCommand<R> {

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
     * @param code minted before the command; unique in the account
     */
    record IssuePass(PassId pass, CampaignId campaign, long fanId, String code, PassDetails details)
            implements OfOne<IssuedPass> {}

    /** Changes who claimed a pass and where it lets in. */
    record ChangePass(PassId pass, CampaignId campaign, Patch<PassDetails> change) implements OfOne<IssuedPass> {}

    /** Revokes a pass: it lets nobody in any more, and its code is free. */
    record RevokePass(PassId pass, CampaignId campaign) implements OfOne<IssuedPass> {}

    /** Lets in whoever shows the pass, once (spec 3, 4). */
    record CheckInPass(PassId pass, CampaignId campaign, String field) implements OfOne<CheckedInPass> {}

    /**
     * Finds the pass that is shown, and checks it in; with both given they must agree.
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
