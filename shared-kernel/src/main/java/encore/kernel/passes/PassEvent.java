package encore.kernel.passes;

import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.privacy.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a pass. */
public sealed interface PassEvent extends Event {

    PassId pass();

    /** A pass for a campaign was issued to a fan. */
    @Revision("1")
    record PassIssued(
            PassId pass,
            CampaignId campaign,
            long fanId,

            @NotPersonal("eight random letters and digits") String code,

            PassDetails details)
            implements PassEvent, Event.ManagementAction {
        @Override
        public String target() {
            return pass.uid();
        }
    }

    /** The claimant or the section changed. The event holds both. */
    @Revision("1")
    record PassChanged(PassId pass, PassDetails details) implements PassEvent, Event.ManagementAction {
        @Override
        public String target() {
            return pass.uid();
        }
    }

    /** The pass was checked in. */
    @Revision("1")
    record PassCheckedIn(PassId pass) implements PassEvent {}

    /** The pass was revoked. */
    @Revision("1")
    record PassRevoked(PassId pass) implements PassEvent, Event.ManagementAction, Event.FinalEvent {
        @Override
        public String target() {
            return pass.uid();
        }
    }
}
