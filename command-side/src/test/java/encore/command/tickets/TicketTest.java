package encore.command.tickets;

import static encore.command.AggregateUnderTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.CodeClaims;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanCode;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketBuyerBuilder;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTicket;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TicketTest {

    private static final TicketId TICKET = new TicketId(7, "t");
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BOB = new FanId(7, 43);
    private static final TicketEventId GALA = new TicketEventId(7, "gala");
    private static final TicketDetails SOLD = sold("50", "gala", null);
    private static final TicketBuyer OF_ANN = by("ann@fans.example", "Bonn");
    private static final Claim KEY = CodeClaims.claim(7, new ScanCode(ScanCode.Kind.TICKET_KEY, "box", "k"));
    private static final Claim BARCODE = CodeClaims.claim(7, new ScanCode(ScanCode.Kind.BARCODE, "box", "code"));
    private static final TicketRecorded RECORDED =
            new TicketRecorded(TICKET, ANN, GALA, new TicketState(SOLD, OF_ANN, originals("50")));

    private final AggregateUnderTest<Ticket> ticket = new AggregateUnderTest<>(Ticket.class);

    @Test
    void a_ticket_takes_its_key_and_is_answered_with_its_position_to_come() {
        ticket.streams.open(ANN);
        ticket.givenNoPriorActivity()
                .when(new AddTicket(TICKET, ANN, GALA, SOLD, OF_ANN))
                .expectEvents(RECORDED)
                .expectResultMessagePayload(new SavedTicket(null, "k", 42, SavedTicket.SUCCESS));
        assertThat(ticket.claims.held).containsEntry(TicketClaims.ticket(7, "box", "k"), TICKET.toString());
    }

    @Test
    void a_fan_that_was_erased_meanwhile_gets_none() {
        ticket.givenNoPriorActivity()
                .when(new AddTicket(TICKET, ANN, GALA, SOLD, OF_ANN))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "fan-gone"));
    }

    @Test
    void an_equal_repeat_is_a_duplicate_and_no_event() {
        ticket.streams.open(ANN).begunAt(TICKET, 9);
        ticket.given(RECORDED)
                .when(new RepeatTicket(TICKET, GALA, SOLD, by("ann@fans.example", null), null))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedTicket(9L, "k", 42, SavedTicket.DUPLICATE));
    }

    @Test
    void different_values_change_it_absent_ones_stay_and_the_first_event_and_fan_are_kept() {
        ticket.streams.open(ANN).begunAt(TICKET, 9);
        ticket.given(RECORDED)
                .when(new RepeatTicket(
                        TICKET, new TicketEventId(7, "other"), sold("40", null, true), by(null, "Ulm"), null))
                .expectEvents(new TicketChanged(
                        TICKET,
                        9,
                        ANN,
                        GALA,
                        new TicketState(sold("40", "gala", true), by("ann@fans.example", "Ulm"), originals("50"))));
    }

    @Test
    void another_email_asks_for_its_fan_and_moves_there_with_all_that_is_personal() {
        ticket.streams.open(ANN).open(BOB).begunAt(TICKET, 9);
        ticket.given(RECORDED)
                .when(new RepeatTicket(TICKET, GALA, SOLD, by("bob@fans.example", null), null))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, RecordOwner.OTHER_CONTACT));
        ticket.given(RECORDED)
                .when(new RepeatTicket(TICKET, GALA, SOLD, by("bob@fans.example", null), BOB))
                .expectEvents(new TicketChanged(
                        TICKET, 9, BOB, GALA, new TicketState(SOLD, by("bob@fans.example", "Bonn"), originals("50"))))
                .expectResultMessagePayload(new SavedTicket(9L, "k", 43, SavedTicket.DUPLICATE));
    }

    @Test
    void an_erased_fans_ticket_stays_whatever_comes() {
        ticket.streams.open(BOB).begunAt(TICKET, 9);
        ticket.given(RECORDED)
                .when(new RepeatTicket(TICKET, GALA, sold("1", "gala", true), by("bob@fans.example", null), null))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedTicket(9L, "k", 42, SavedTicket.DUPLICATE));
        ticket.given(RECORDED)
                .when(complete("code"))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedTicket(9L, "k", 42, SavedTicket.SUCCESS));
    }

    @Test
    void staff_says_more_of_it_once() {
        ticket.streams.open(ANN).begunAt(TICKET, 9);
        var completed = new TicketCompleted(
                TICKET,
                9,
                ANN,
                GALA,
                new TicketState(Patch.of(barcode("code")).applyTo(SOLD), OF_ANN, originals("50")));
        ticket.given(RECORDED).when(complete("code")).expectEvents(completed);
        ticket.given(RECORDED, completed).when(complete("code")).expectNoEvents();
    }

    @Test
    void its_codes_are_its_own_and_earlier_scans_get_their_owner_before_the_ticket_is_recorded() {
        var door = new CodeId(7, "c1");
        ticket.streams.open(ANN).open(door);
        ticket.claims.held(KEY, door);
        ticket.givenNoPriorActivity().when(new AddTicket(TICKET, ANN, GALA, SOLD, OF_ANN));
        assertThat(ticket.claims.held).containsEntry(KEY, "ticket.7.t");
        assertThat(ticket.facts.written).containsOnlyKeys("code.7.c1").containsValue(new CodeFound(door, "ticket.7.t"));
    }

    @Test
    void a_code_that_it_says_later_is_its_own_from_then_on_and_another_only_when_that_one_says_it() {
        ticket.streams.open(ANN).begunAt(TICKET, 9);
        ticket.claims.held(KEY, TICKET).held(BARCODE, new RegistrationId(7, "r"));
        ticket.given(RECORDED).when(complete("code"));
        assertThat(ticket.claims.held).containsEntry(BARCODE, "ticket.7.t").containsEntry(KEY, "ticket.7.t");
        ticket.claims.held(KEY, new TicketId(7, "other"));
        ticket.given(RECORDED).when(new RepeatTicket(TICKET, GALA, sold("40", "gala", null), OF_ANN, null));
        assertThat(ticket.claims.held).containsEntry(KEY, "ticket.7.other");
    }

    private static CompleteTicket complete(String code) {
        return new CompleteTicket(TICKET, Patch.of(barcode(code)), Patch.of(TicketBuyer.EMPTY));
    }

    private static TicketDetails barcode(String code) {
        return details(null, null, null, null, null, code);
    }

    private static TicketDetails sold(String paid, @Nullable String eventKey, @Nullable Boolean deleted) {
        return details("box", "k", eventKey, new BigDecimal(paid), deleted, null);
    }

    private static TicketOriginals originals(String paid) {
        return new TicketOriginals(new BigDecimal(paid), null, null);
    }

    private static TicketBuyer by(@Nullable String email, @Nullable String city) {
        return TicketBuyerBuilder.builder().email(email).city(city).build();
    }

    private static TicketDetails details(
            @Nullable String network,
            @Nullable String key,
            @Nullable String eventKey,
            @Nullable BigDecimal paid,
            @Nullable Boolean deleted,
            @Nullable String barcode) {
        return TicketDetailsBuilder.builder()
                .network(network)
                .ticketKey(key)
                .eventKey(eventKey)
                .paidAmount(paid)
                .barcode(barcode)
                .isDeleted(deleted)
                .build();
    }
}
