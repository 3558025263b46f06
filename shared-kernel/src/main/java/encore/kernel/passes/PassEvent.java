package encore.kernel.passes;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import encore.kernel.campaigns.CampaignId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a pass. */
public sealed interface PassEvent extends Event {

    PassId pass();

    /** A fan has a pass for a campaign. */
    @Revision("1")
    record PassIssued(
            PassId pass,
            CampaignId campaign,
            long fanId,

            @NotPersonal("eight letters and digits by chance")
            String code,

            PassDetails details)
            implements PassEvent, Event.Managed {
        @Override
        public String target() {
            return pass.uid();
        }
    }

    /** Somebody else claimed the pass, or it lets in elsewhere: as it is now. */
    @Revision("1")
    record PassChanged(PassId pass, PassDetails details) implements PassEvent, Event.Managed {
        @Override
        public String target() {
            return pass.uid();
        }
    }

    /** The pass let somebody in. */
    @Revision("1")
    record PassCheckedIn(PassId pass) implements PassEvent {}

    /** The pass lets nobody in any more. */
    @Revision("1")
    record PassRevoked(PassId pass) implements PassEvent, Event.Managed, Event.Ending {
        @Override
        public String target() {
            return pass.uid();
        }
    }
}
