package encore.command.registrations;

import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
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
class RecordRegistrationHandler {

    @CommandHandler
    RecordedRegistration decide(
            RecordRegistration sent, Claims claims, Streams streams, Facts facts, Dispatch dispatch) {
        RecordRegistration command = owner(sent, claims) == null ? sent.respelled() : sent;
        theFanExists(command, streams);
        theActivityExists(command, facts);
        String owner = owner(command, claims);
        return owner == null
                ? add(command, dispatch)
                : repeat(command, StreamId.parse(RegistrationId.class, owner), dispatch);
    }

    private static @Nullable String owner(RecordRegistration command, Claims claims) {
        return claims.ownerOf(Registration.claim(command.registration().account(), command.details()));
    }

    private static RecordedRegistration add(RecordRegistration command, Dispatch dispatch) {
        FanId named = command.named();
        Profile profile = profile(command.registrant());
        Consent consent = consent(command.details());
        return named == null
                ? RecordOwner.addRecord(
                        dispatch,
                        FindOrRegisterFan.ofNewRecord(command.fan(), profile, consent),
                        fan -> addCommand(command, fan))
                : RecordOwner.addRecord(
                        dispatch, new FillInNamedFan(named, profile, consent), addCommand(command, named));
    }

    private static RecordedRegistration repeat(RecordRegistration command, RegistrationId existing, Dispatch dispatch) {
        return command.named() == null
                ? RecordOwner.repeatRecord(
                        dispatch,
                        FindOrRegisterFan.ofMovedRecord(command.fan(), profile(command.registrant())),
                        fan -> repeatCommand(command, existing, fan))
                : dispatch.sendLast(repeatCommand(command, existing, command.named()));
    }

    private static AddRegistration addCommand(RecordRegistration command, FanId fan) {
        return new AddRegistration(command.registration(), fan, command.details(), command.registrant());
    }

    private static RepeatRegistration repeatCommand(
            RecordRegistration command, RegistrationId existing, @Nullable FanId fan) {
        return new RepeatRegistration(existing, fan, command.details(), command.registrant());
    }

    private static void theFanExists(RecordRegistration command, Streams streams) {
        FanId named = command.named();
        if (named != null && command.inPath()) {
            streams.mustBeKnown(named);
        } else if (named != null) {
            streams.mustBeOpen(named, "fan_id");
        }
    }

    private static void theActivityExists(RecordRegistration command, Facts facts) {
        Long position = command.details().activityId();
        ActivityRecorded activity = position == null ? null : facts.eventAt(position, ActivityRecorded.class);
        boolean ours = activity != null
                && activity.fan().account() == command.registration().account();
        if (position != null && !ours) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", "activity_id", "No activity has this activity_id.");
        }
    }

    private static Consent consent(RegistrationDetails details) {
        return ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(details.isSubscribed())
                .isPhoneSubscribed(details.isPhoneSubscribed())
                .build();
    }

    private static Profile profile(Registrant registrant) {
        return ProfileBuilder.builder()
                .firstName(registrant.firstName())
                .lastName(registrant.lastName())
                .email(registrant.email())
                .phone(registrant.phone())
                .birthDate(registrant.birthDate())
                .countryCode(registrant.countryCode())
                .province(registrant.province())
                .city(registrant.city())
                .postalCode(registrant.postalCode())
                .build();
    }
}
