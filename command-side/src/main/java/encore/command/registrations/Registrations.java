package encore.command.registrations;

import encore.command.Told;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrationCommand.AddRegistration;
import encore.kernel.registrations.RegistrationCommand.RecordRegistration;
import encore.kernel.registrations.RegistrationCommand.RepeatRegistration;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationId;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds a registration by its key, and then its fan. */
@Component
class Registrations {

    @CommandHandler
    RecordedRegistration decide(
            RecordRegistration command, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        thereIsSuchAFan(command, streams);
        thereIsSuchAnActivity(command, facts);
        String owner = claims.owner(Registration.claim(command.registration().account(), command.details()));
        return owner == null ? add(command, dispatch) : repeat(command, RegistrationId.parse(owner), dispatch);
    }

    private static RecordedRegistration add(RecordRegistration command, Dispatch dispatch) {
        return command.named() == null
                ? Told.first(
                        dispatch,
                        FindOrRegisterFan.ofNewRecord(
                                command.fan(), profile(command.registrant()), consent(command.details())),
                        fan -> added(command, fan))
                : dispatch.handOver(added(command, command.named()));
    }

    private static RecordedRegistration repeat(RecordRegistration command, RegistrationId known, Dispatch dispatch) {
        return command.named() == null
                ? Told.again(
                        dispatch,
                        FindOrRegisterFan.ofMovedRecord(command.fan(), profile(command.registrant())),
                        fan -> repeated(command, known, fan))
                : dispatch.handOver(repeated(command, known, command.named()));
    }

    private static AddRegistration added(RecordRegistration command, FanId fan) {
        return new AddRegistration(command.registration(), fan, command.details(), command.registrant());
    }

    private static RepeatRegistration repeated(RecordRegistration command, RegistrationId known, @Nullable FanId fan) {
        return new RepeatRegistration(known, fan, command.details(), command.registrant());
    }

    private static void thereIsSuchAFan(RecordRegistration command, Streams streams) {
        FanId named = command.named();
        if (named != null && command.inPath()) {
            streams.mustBeKnown(named);
        } else if (named != null) {
            streams.mustBeOpen(named, "fan_id");
        }
    }

    private static void thereIsSuchAnActivity(RecordRegistration command, Facts facts) {
        Long position = command.details().activityId();
        ActivityRecorded activity = position == null ? null : facts.at(position, ActivityRecorded.class);
        boolean ours = activity != null
                && activity.fan().account() == command.registration().account();
        if (position != null && !ours) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", "activity_id", "No activity has this activity_id.");
        }
    }

    private static Consent consent(RegistrationDetails details) {
        return new Consent(details.isSubscribed(), details.isPhoneSubscribed(), null, null, null, List.of(), List.of());
    }

    private static Profile profile(Registrant registrant) {
        return new Profile(
                null,
                registrant.firstName(),
                registrant.lastName(),
                null,
                registrant.email(),
                registrant.phone(),
                null,
                registrant.birthDate(),
                null,
                null,
                null,
                registrant.countryCode(),
                registrant.province(),
                registrant.city(),
                registrant.postalCode(),
                null);
    }
}
