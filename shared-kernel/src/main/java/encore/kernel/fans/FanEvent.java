package encore.kernel.fans;

import encore.kernel.Event;
import encore.kernel.PersonalData;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a fan. */
public sealed interface FanEvent extends Event {

    FanId fan();

    @Override
    default FanId subject() {
        return fan();
    }

    /** An account has a new fan. */
    @Revision("1")
    record FanRegistered(FanId fan, Profile profile, Consent consent) implements FanEvent {}

    /** A fan is known better, or otherwise: only what changed. */
    @Revision("1")
    record FanProfileChanged(FanId fan, Profile changes) implements FanEvent {}

    /** A fan agreed to something, took it back, or confirmed a contact: only what changed. */
    @Revision("1")
    record FanConsentChanged(FanId fan, Consent changes) implements FanEvent {}

    /** A fan can log in with a password. */
    @Revision("1")
    record FanPasswordSet(FanId fan, @PersonalData @Nullable String passwordHash) implements FanEvent {}

    /** Staff said something of a fan: only what changed. */
    @Revision("1")
    record FanCurated(FanId fan, Curation changes) implements FanEvent {}

    /** A fan is forgotten: its key is destroyed, and all that was personal in its events reads as null from then on. */
    @Revision("1")
    record FanErased(FanId fan) implements FanEvent, Event.Ending {}
}
