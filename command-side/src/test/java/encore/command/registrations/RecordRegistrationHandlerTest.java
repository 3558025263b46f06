package encore.command.registrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.command.RecordOwner;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrantBuilder;
import encore.kernel.registrations.RegistrationCommand.AddRegistration;
import encore.kernel.registrations.RegistrationCommand.RecordRegistration;
import encore.kernel.registrations.RegistrationCommand.RepeatRegistration;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordRegistrationHandlerTest {

    private static final RegistrationId NEW = new RegistrationId(7, "new");
    private static final RegistrationId OLD = new RegistrationId(7, "old");
    private static final FanId MINTED = new FanId(7, 99);
    private static final FanId ANN = new FanId(7, 42);
    private static final Registrant REACHED =
            RegistrantBuilder.builder().email("ann@fans.example").build();
    private static final Profile ANNS = Profile.reachableBy("ann@fans.example", null);

    private static final Consent SUBSCRIBED = ConsentBuilder.builder()
            .optedInBusinesses(List.of())
            .optedOutBusinesses(List.of())
            .isSubscribed(true)
            .build();

    private final HeldClaims claims = new HeldClaims();
    private final OpenStreams streams = new OpenStreams().open(ANN);
    private final WrittenFacts facts = new WrittenFacts();
    private final Sent sent = new Sent();

    @Test
    void a_new_one_finds_or_makes_the_fan_with_what_it_agreed_to() {
        record(null, false, details(null));
        assertThat(sent.commands)
                .containsExactly(
                        FindOrRegisterFan.ofNewRecord(MINTED, ANNS, SUBSCRIBED),
                        new AddRegistration(NEW, ANN, details(null), REACHED));
    }

    @Test
    void a_repeat_is_asked_first_and_looks_for_another_emails_fan() {
        claims.held(RecordOwner.keyClaim("registration_key", 7, "door", "k1"), OLD);
        record(null, false, details(null));
        assertThat(sent.commands).containsExactly(new RepeatRegistration(OLD, null, details(null), REACHED));
        sent.commands.clear();
        sent.hasAnother = true;
        record(null, false, details(null));
        assertThat(sent.commands)
                .containsExactly(
                        new RepeatRegistration(OLD, null, details(null), REACHED),
                        FindOrRegisterFan.ofMovedRecord(MINTED, ANNS),
                        new RepeatRegistration(OLD, ANN, details(null), REACHED));
    }

    @Test
    void a_key_loses_its_line_end_unless_it_was_stored_with_it() {
        RegistrationDetails withLineEnd = RegistrationDetailsBuilder.builder(details(null))
                .registrationKey("k1\n")
                .build();
        record(null, false, withLineEnd);
        assertThat(sent.commands.getLast()).isEqualTo(new AddRegistration(NEW, ANN, details(null), REACHED));
        claims.held(RecordOwner.keyClaim("registration_key", 7, "door", "k1\n"), OLD);
        record(null, false, withLineEnd);
        assertThat(sent.commands.getLast()).isEqualTo(new RepeatRegistration(OLD, null, withLineEnd, REACHED));
    }

    @Test
    void a_named_fan_gets_the_consent_of_a_new_registration_and_not_that_of_a_repeat() {
        record(ANN, false, details(null));
        claims.held(RecordOwner.keyClaim("registration_key", 7, "door", "k1"), OLD);
        record(ANN, true, details(null));
        assertThat(sent.commands)
                .containsExactly(
                        new FillInNamedFan(ANN, ANNS, SUBSCRIBED),
                        new AddRegistration(NEW, ANN, details(null), REACHED),
                        new RepeatRegistration(OLD, ANN, details(null), REACHED));
    }

    @Test
    void a_named_fan_that_is_erased_meanwhile_is_a_conflict() {
        sent.isErased = true;
        assertThatThrownBy(() -> record(ANN, false, details(null)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.CONFLICT));
    }

    @Test
    void a_fan_that_is_not_there_is_named_or_unknown_where_the_path_named_it() {
        FanId nobody = new FanId(7, 1);
        assertThatThrownBy(() -> record(nobody, false, details(null)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("fan_id"));
        assertThatThrownBy(() -> record(nobody, true, details(null)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        assertThat(sent.commands).isEmpty();
    }

    @Test
    void an_activity_is_one_of_the_account() {
        facts.standing(5, activity(7)).standing(6, activity(8));
        record(null, false, details(5L));
        for (long wrong : new long[] {6, 9}) {
            assertThatThrownBy(() -> record(null, false, details(wrong)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).isEqualTo("activity_id"));
        }
        assertThat(sent.commands).hasSize(2);
    }

    private void record(@Nullable FanId named, boolean inPath, RegistrationDetails details) {
        new RecordRegistrationHandler()
                .decide(
                        new RecordRegistration(NEW, MINTED, named, inPath, details, REACHED),
                        claims,
                        streams,
                        facts,
                        sent);
    }

    private static ActivityRecorded activity(long account) {
        return ActivityEventActivityRecordedBuilder.builder()
                .activity(new ActivityId(account, "a"))
                .fan(new FanId(account, 42))
                .properties(List.of())
                .details(ActivityDetails.NONE)
                .build();
    }

    private static RegistrationDetails details(@Nullable Long activity) {
        return RegistrationDetailsBuilder.builder()
                .network("door")
                .registrationKey("k1")
                .eventName("Gala")
                .activityId(activity)
                .isSubscribed(true)
                .build();
    }

    /** Answers as fans and registrations would. */
    private static final class Sent implements Dispatch {

        final List<Command<?>> commands = new ArrayList<>();
        boolean hasAnother;
        boolean isErased;

        @Override
        @SuppressWarnings("unchecked") // Each kind of command has its answer.
        public <R> R sendLast(Command<R> command) {
            commands.add(command);
            if (hasAnother && command instanceof RepeatRegistration repeat && repeat.fan() == null) {
                throw RecordOwner.otherContactRefusal();
            }
            return (R) new RecordedRegistration("k1", 42);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            commands.add(command);
            if (isErased) {
                throw Refusal.unknown("There is no such thing.");
            }
            return (R) new RegisteredFan(ANN.number());
        }
    }
}
