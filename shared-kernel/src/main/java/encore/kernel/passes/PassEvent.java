package encore.kernel.passes;

import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a pass. */
public sealed interface PassEvent extends Event {

    PassId pass();

    /**
     * A pass was issued to a fan: by staff for a campaign, or by an automation with a reward.
     *
     * @param campaign null for the pass of a reward
     * @param reward the business that the pass lets in to, and its window; null for the pass of a campaign
     */
    @Revision("1")
    record PassIssued(
            @PublishedValue PassId pass,
            @PublishedValue @Nullable CampaignId campaign,
            @PublishedValue long fanId,

            @Secret @NotPersonal("eight random letters and digits")
            String code,

            @PublishedValue PassDetails details,
            @PublishedValue @Nullable RewardAccess reward)
            implements PassEvent, Event.ManagementAction {

        public static PassIssued of(CampaignId campaign, PassId pass, long fanId, String code, PassDetails details) {
            return new PassIssued(pass, campaign, fanId, code, details, null);
        }

        public static PassIssued of(RewardAccess reward, PassId pass, long fanId, String code) {
            return new PassIssued(pass, null, fanId, code, PassDetails.NONE, reward);
        }

        @Override
        public String target() {
            return pass.uid();
        }

        @Override
        public boolean countsAsOperation() {
            return reward == null;
        }
    }

    /** The claimant or the section changed. The event holds both. */
    @Revision("1")
    record PassChanged(
            @PublishedValue PassId pass, @PublishedValue PassDetails details)
            implements PassEvent, Event.ManagementAction {
        @Override
        public String target() {
            return pass.uid();
        }
    }

    /** The pass was checked in. */
    @Revision("1")
    record PassCheckedIn(@PublishedValue PassId pass) implements PassEvent {}

    /** The pass was revoked. */
    @Revision("1")
    record PassRevoked(@PublishedValue PassId pass) implements PassEvent, Event.ManagementAction, Event.FinalEvent {
        @Override
        public String target() {
            return pass.uid();
        }
    }
}
