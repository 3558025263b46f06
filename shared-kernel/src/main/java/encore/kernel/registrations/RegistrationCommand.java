package encore.kernel.registrations;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of registrations: to record them. Contacts are normalised before they enter a command. */
public sealed interface RegistrationCommand extends Command<RecordedRegistration> {

    /** With a uid minted before the command. */
    RegistrationId registration();

    @Override
    default RegistrationId stream() {
        return registration();
    }

    /**
     * Records a registration, or changes the one that has its key (spec 2, 4: POST /v1/crm/registrations).
     *
     * @param fan minted before the command, for the case that there is none yet
     * @param named whose it is, whatever the contact; null where the contact says so
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
            implements RegistrationCommand {}

    /** Records one whose key is new. */
    record AddRegistration(RegistrationId registration, FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationCommand, Command.Beginning {}

    /**
     * Changes one that is told again. What is not said stays.
     *
     * @param fan whose it is from now on; null where nobody was named or looked for
     */
    record RepeatRegistration(
            RegistrationId registration, @Nullable FanId fan, RegistrationDetails details, Registrant registrant)
            implements RegistrationCommand {}
}
