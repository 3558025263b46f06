package encore.kernel.registrations;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a registration. Each event holds all of its data. */
public sealed interface RegistrationEvent extends Event {

    RegistrationId registration();

    FanId fan();

    RegistrationDetails details();

    Registrant registrant();

    @Override
    default FanId subject() {
        return fan();
    }

    /** A registration of a fan was recorded. */
    @Revision("1")
    record RegistrationRecorded(
            RegistrationId registration,
            @PublishedValue FanId fan,
            @PublishedValue RegistrationDetails details,
            Registrant registrant)
            implements RegistrationEvent {}

    /** The data or the fan of a registration changed. */
    @Revision("1")
    record RegistrationChanged(
            RegistrationId registration,
            @PublishedValue FanId fan,
            @PublishedValue RegistrationDetails details,
            Registrant registrant)
            implements RegistrationEvent {}
}
