package encore.command.registrations;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.CodeClaims;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.fans.FanId;
import encore.kernel.registrations.RecordedRegistration;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrantBuilder;
import encore.kernel.registrations.RegistrationCommand.AddRegistration;
import encore.kernel.registrations.RegistrationCommand.RepeatRegistration;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationEvent.RegistrationChanged;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistrationTest {

    private static final RegistrationId GALA = new RegistrationId(7, "r1");
    private static final RegistrationId OTHER = new RegistrationId(7, "r2");
    private static final CodeId DOOR = new CodeId(7, "c1");
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BEA = new FanId(7, 43);
    private static final Claim BARCODE = CodeClaims.claim(7, new ScanCode(ScanCode.Kind.BARCODE, "door", "b1"));
    private static final Claim KEY = CodeClaims.claim(7, new ScanCode(ScanCode.Kind.REGISTRATION_KEY, "door", "k1"));

    private final AggregateUnderTest<Registration> registration = new AggregateUnderTest<>(Registration.class);

    @BeforeEach
    void fans() {
        registration.streams.open(ANN).open(BEA);
    }

    @Test
    void a_new_one_holds_its_key_and_its_codes() {
        registration
                .givenNoPriorActivity()
                .when(new AddRegistration(GALA, ANN, details("b1"), of("ann@fans.example")))
                .expectEvents(new RegistrationRecorded(GALA, ANN, details("b1"), of("ann@fans.example")))
                .expectResultMessagePayload(new RecordedRegistration("k1", 42));
        assertThat(registration.claims.held)
                .containsOnlyKeys(RecordOwner.keyClaim("registration_key", 7, "door", "k1"), KEY, BARCODE)
                .containsValue("registration.7.r1");
        assertThat(registration.facts.written).isEmpty();
    }

    @Test
    void a_code_scanned_before_gets_its_owner_once() {
        registration.streams.open(DOOR);
        registration.claims.held(KEY, DOOR).held(BARCODE, DOOR);
        registration.givenNoPriorActivity().when(new AddRegistration(GALA, ANN, details("b1"), of("ann@fans.example")));
        assertThat(registration.facts.written)
                .containsOnlyKeys("code.7.c1")
                .containsValue(new CodeFound(DOOR, "registration.7.r1"));
        assertThat(registration.claims.held).containsEntry(KEY, "registration.7.r1");
    }

    @Test
    void the_last_registration_holds_a_code_and_earlier_scans_keep_their_owner() {
        registration.claims.held(KEY, DOOR).held(BARCODE, OTHER);
        registration.givenNoPriorActivity().when(new AddRegistration(GALA, ANN, details("b1"), of("ann@fans.example")));
        assertThat(registration.claims.held)
                .containsEntry(KEY, "registration.7.r1")
                .containsEntry(BARCODE, "registration.7.r1");
        assertThat(registration.facts.written).isEmpty();
    }

    @Test
    void a_repeat_takes_back_no_code_that_another_has_since() {
        registration.claims.held(BARCODE, OTHER).held(KEY, GALA);
        Registrant moved = RegistrantBuilder.builder().city("Nice").build();
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, null, details("b1"), moved))
                .expectEvents(new RegistrationChanged(
                        GALA,
                        ANN,
                        details("b1"),
                        RegistrantBuilder.builder()
                                .email("ann@fans.example")
                                .city("Nice")
                                .build()));
        assertThat(registration.claims.held).containsEntry(BARCODE, "registration.7.r2");
    }

    @Test
    void a_code_that_it_says_no_more_is_free() {
        registration.claims.held(BARCODE, GALA).held(KEY, GALA);
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, null, details("b2"), Registrant.EMPTY))
                .expectEvents(new RegistrationChanged(GALA, ANN, details("b2"), of("ann@fans.example")));
        assertThat(registration.claims.held)
                .containsOnlyKeys(KEY, CodeClaims.claim(7, new ScanCode(ScanCode.Kind.BARCODE, "door", "b2")));
    }

    @Test
    void an_equal_repeat_changes_nothing_nor_does_one_of_an_erased_fan() {
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, null, details(null), of("ann@fans.example")))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedRegistration("k1", 42));
        registration.streams.ended(ANN);
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, BEA, details("b2"), of("bea@fans.example")))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedRegistration("k1", 42));
    }

    @Test
    void another_email_is_looked_for_and_a_named_fan_is_not() {
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, null, details("b1"), of("bea@fans.example")))
                .expectException(refusal(CONFLICT, RecordOwner.OTHER_CONTACT));
        registration
                .given(recorded("b1"))
                .when(new RepeatRegistration(GALA, BEA, details("b1"), of("bea@fans.example")))
                .expectEvents(new RegistrationChanged(GALA, BEA, details("b1"), of("bea@fans.example")))
                .expectResultMessagePayload(new RecordedRegistration("k1", 43));
    }

    private static RegistrationRecorded recorded(String barcode) {
        return new RegistrationRecorded(GALA, ANN, details(barcode), of("ann@fans.example"));
    }

    private static Registrant of(String email) {
        return RegistrantBuilder.builder().email(email).build();
    }

    private static RegistrationDetails details(@Nullable String barcode) {
        return RegistrationDetailsBuilder.builder()
                .network("door")
                .registrationKey("k1")
                .eventName("Gala")
                .barcode(barcode)
                .build();
    }
}
