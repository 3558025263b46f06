package encore.kernel.registrations;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a registration. Each says whole what it is from then on. */
public sealed interface RegistrationEvent extends Event {

    RegistrationId registration();

    FanId fan();

    RegistrationDetails details();

    Registrant registrant();

    @Override
    default FanId subject() {
        return fan();
    }

    /** A fan registered for something. */
    @Revision("1")
    record RegistrationRecorded(
            RegistrationId registration, FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationEvent {}

    /** It was told otherwise, or of another fan. */
    @Revision("1")
    record RegistrationChanged(
            RegistrationId registration, FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationEvent {}
}
