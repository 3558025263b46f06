package encore.kernel.fans.proofs;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import org.axonframework.serialization.Revision;

/** The events of public calls beside the changes that they make. They happen in the streams that such calls change. */
public sealed interface PublicCallEvent extends Event {

    FanId fan();

    /**
     * A public call changed less for this fan than it may change for another one. The event takes the place of the change,
     * so that calls about known and unknown contacts write the same number of events, and no caller can see the difference.
     */
    @Revision("1")
    record PublicCallCovered(FanId fan) implements PublicCallEvent {}
}
