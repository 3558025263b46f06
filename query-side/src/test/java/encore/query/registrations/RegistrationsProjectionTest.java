package encore.query.registrations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.registrations.RegistrantBuilder;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import encore.kernel.registrations.RegistrationEvent.RegistrationChanged;
import encore.kernel.registrations.RegistrationEvent.RegistrationRecorded;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsByUid;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrations;
import encore.kernel.registrations.RegistrationQuery.FindStoredRegistrationsOfFan;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.time.Days;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistrationsProjectionTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BEA = new FanId(7, 43);
    private static final LocalDate DAY = LocalDate.of(2026, 5, 1);

    private final FakeQueryGateway questions =
            new FakeQueryGateway().on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN));
    private final ProjectionUnderTest<RegistrationsProjection> registrations =
            new ProjectionUnderTest<>(() -> new RegistrationsProjection(questions));

    @AfterEach
    void close() {
        registrations.close();
    }

    @Test
    void those_of_both_days_and_between_them_are_found_the_latest_first() {
        registrations.given(
                recorded("a", ANN, DAY, "a@x"),
                recorded("b", ANN, DAY.plusDays(2), "a@x"),
                recorded("c", BEA, DAY.plusDays(1), "b@x"),
                recorded("d", BEA, DAY.plusDays(3), "b@x"));
        assertThat(keys(DAY, DAY.plusDays(2), null, 9)).containsExactly("b", "c", "a");
        assertThat(keys(null, null, null, 2)).containsExactly("d", "b");
        assertThat(keys(DAY.plusDays(1), null, "b@x", 9)).containsExactly("d", "c");
        assertThat(keys(null, null, "c@x", 9)).isEmpty();
    }

    @Test
    void those_of_an_event_are_found_by_what_a_ticket_would_say_of_it() {
        registrations.given(recorded("a", ANN, DAY, "a@x"), recorded("b", ANN, DAY.plusDays(1), "a@x"));
        String event = byUid("b").eventClaim();
        assertThat(event).isEqualTo(TicketEventDetails.claimed("door", null, "Gala", "2026-05-02", null));
        var ofEvent = new FindStoredRegistrations(7, new Days(null, null), null, event, 9);
        List<Registration> found =
                registrations.read(documents -> registrations.projection().find(ofEvent, documents));
        assertThat(found).extracting(Registration::registrationKey).containsExactly("b");
    }

    @Test
    void one_that_moves_is_its_new_fans_in_its_old_place() {
        registrations.given(recorded("a", ANN, DAY, "a@x"), recorded("b", ANN, DAY, "a@x"));
        RegistrationRecorded moved = recorded("a", BEA, DAY, "b@x");
        registrations.given(new RegistrationChanged(moved.registration(), BEA, moved.details(), moved.registrant()));
        assertThat(ofFan(ANN)).containsExactly("b");
        assertThat(ofFan(BEA)).containsExactly("a");
        registrations.given(new FanErased(ANN));
        assertThat(byUid("a").email()).isEqualTo("b@x");
        assertThat(byUid("a").creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
    }

    @Test
    void an_erased_fans_stay_without_anything_personal_whenever_they_come() {
        registrations.given(recorded("a", ANN, DAY, "a@x"), new FanErased(ANN), recorded("b", ANN, DAY, "a@x"));
        for (String uid : List.of("a", "b")) {
            Registration left = byUid(uid);
            assertThat(left.fanId()).isEqualTo(42);
            assertThat(left.eventName()).isEqualTo("Gala");
            assertThat(List.of(
                            left.toString().contains("a@x"), left.toString().contains("Ann"), left.birthDate() == null))
                    .containsExactly(false, false, true);
        }
        assertThat(keys(null, null, "a@x", 9)).isEmpty();
        try (var again = registrations.replayed()) {
            assertThat(again.checksums()).isEqualTo(registrations.checksums());
        }
    }

    private List<@Nullable String> keys(
            @Nullable LocalDate from, @Nullable LocalDate to, @Nullable String email, int limit) {
        return registrations
                .read(documents -> registrations
                        .projection()
                        .find(new FindStoredRegistrations(7, new Days(from, to), email, null, limit), documents))
                .stream()
                .map(Registration::registrationKey)
                .toList();
    }

    private List<@Nullable String> ofFan(FanId fan) {
        return registrations
                .read(documents -> registrations
                        .projection()
                        .find(new FindStoredRegistrationsOfFan(7, fan.number(), new NextKey(null, 9)), documents))
                .rows()
                .stream()
                .map(Registration::registrationKey)
                .toList();
    }

    private Registration byUid(String uid) {
        return registrations
                .read(documents ->
                        registrations.projection().find(new FindRegistrationsByUid(7, List.of(uid)), documents))
                .registrations()
                .get(uid);
    }

    private static RegistrationRecorded recorded(String key, FanId fan, LocalDate day, String email) {
        var details = RegistrationDetailsBuilder.builder()
                .network("door")
                .registrationKey(key)
                .eventName("Gala")
                .eventDate(day)
                .registrationTimestamp(day.atTime(23, 59).toInstant(ZoneOffset.UTC))
                .build();
        var registrant = RegistrantBuilder.builder()
                .firstName("Ann")
                .email(email)
                .isMinor(true)
                .birthDate(day)
                .build();
        return new RegistrationRecorded(new RegistrationId(7, key), fan, details, registrant);
    }
}
