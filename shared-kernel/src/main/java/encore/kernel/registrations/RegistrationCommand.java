package encore.kernel.registrations;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.names.KeySpelling;
import org.jspecify.annotations.Nullable;

/** The commands that record registrations. Contacts are normalised before they enter a command. */
public sealed interface RegistrationCommand extends Command<RecordedRegistration> {

    /** Returns the stream of the registration, whose uid is generated before the command. */
    RegistrationId registration();

    @Override
    default RegistrationId stream() {
        return registration();
    }

    /**
     * Records a registration, or changes the one with its key (spec 2, 4: POST /v1/crm/registrations).
     *
     * @param fan the id for a new fan, generated before the command; unused when a fan has the contact
     * @param named the fan that the call names, whatever the contact; null when the contact decides
     * @param inPath whether the path named the fan
     * @param details with network and registration key
     */
    record RecordRegistration(
            RegistrationId registration,
            FanId fan,
            @Nullable FanId named,
            boolean inPath,
            RegistrationDetails details,
            Registrant registrant)
            implements RegistrationCommand {

        /** Returns this registration with its key as we spell it. */
        public RecordRegistration respelled() {
            var respelled = RegistrationDetailsBuilder.builder(details)
                    .registrationKey(KeySpelling.ofCode(details.registrationKey()))
                    .build();
            return new RecordRegistration(registration, fan, named, inPath, respelled, registrant);
        }
    }

    /** Records a registration with a new key. */
    record AddRegistration(RegistrationId registration, FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationCommand, Command.NewStream {}

    /**
     * Changes a registration that comes again. Missing components stay as they are.
     *
     * @param fan the fan that it belongs to from now on; null when none was named or looked for
     */
    record RepeatRegistration(
            RegistrationId registration, @Nullable FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationCommand {}
}
