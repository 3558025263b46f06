package encore.command.tickets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.IndependentBatches;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTickets;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsCommand.SaveTicket;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsCommand.TicketCompletion;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.FindOrMakeTicketEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SaveTicketsHandlerTest {

    private static final TicketId KNOWN = new TicketId(7, "known");
    private static final TicketSale SALE = sale("k1", "ann@fans.example", null);

    private final HeldClaims claims = new HeldClaims();
    private final Steps steps = new Steps();

    @Test
    void a_new_ticket_finds_its_fan_and_then_is_itself() {
        new SaveTicketsHandler().decide(new SaveTicket(SALE), claims, steps);
        assertThat(steps.sent)
                .containsExactly(
                        FindOrRegisterFan.ofNewRecord(SALE.fan(), SALE.profile(), SALE.consent()),
                        new AddTicket(
                                SALE.ticket(), new FanId(7, 42), SALE.ticketEvent(), SALE.details(), SALE.buyer()));
    }

    @Test
    void a_known_one_looks_for_no_fan_unless_it_says_so_itself() {
        claims.held(TicketClaims.ticket(7, "box", "k1"), KNOWN);
        new SaveTicketsHandler().decide(new SaveTicket(SALE), claims, steps);
        assertThat(steps.sent).containsExactly(repeat(null));
        steps.sent.clear();
        steps.refusal = RecordOwner.otherContactRefusal();
        new SaveTicketsHandler().decide(new SaveTicket(SALE), claims, steps);
        assertThat(steps.sent)
                .containsExactly(
                        repeat(null),
                        FindOrRegisterFan.ofMovedRecord(SALE.fan(), SALE.profile()),
                        repeat(new FanId(7, 42)));
    }

    @Test
    void a_key_loses_its_line_end_unless_it_was_stored_with_it() {
        TicketSale sent = sale("k1 \r\n", "ann@fans.example", null);
        new SaveTicketsHandler().decide(new SaveTicket(sent), claims, steps);
        assertThat(steps.sent.getLast())
                .isEqualTo(new AddTicket(
                        sent.ticket(), new FanId(7, 42), sent.ticketEvent(), SALE.details(), sent.buyer()));
        claims.held(TicketClaims.ticket(7, "box", "k1"), new TicketId(7, "new"));
        claims.held(TicketClaims.ticket(7, "box", "k1 \r\n"), KNOWN);
        new SaveTicketsHandler().decide(new SaveTicket(sent), claims, steps);
        assertThat(steps.sent.getLast())
                .isEqualTo(new RepeatTicket(KNOWN, sent.ticketEvent(), sent.details(), sent.buyer(), null));
    }

    @Test
    void events_of_a_call_are_found_once_each_before_its_rows() {
        TicketSale other = sale("k2", "bob@fans.example", null);
        new SaveTicketsHandler().decide(new SaveTickets(SALE.ticket(), List.of(SALE, other)), claims, steps);
        assertThat(steps.sent)
                .containsExactly(
                        new FindOrMakeTicketEvent(
                                SALE.ticketEvent(), SALE.details().eventDetails()),
                        new SaveTicket(SALE.withEvent(new TicketEventId(7, "found"))),
                        new SaveTicket(other.withEvent(new TicketEventId(7, "found"))));
    }

    @Test
    void an_event_that_is_known_takes_no_step_but_the_place_of_one() {
        claims.held(TicketClaims.event(7, SALE.details().eventDetails()), new TicketEventId(7, "there"));
        new SaveTicketsHandler().decide(new SaveTickets(SALE.ticket(), List.of(SALE)), claims, steps);
        assertThat(steps.sent).containsExactly(new SaveTicket(SALE.withEvent(new TicketEventId(7, "there"))));
        assertThat(steps.skipped).isEqualTo(1);
    }

    @Test
    void claims_that_the_rows_of_a_turn_may_take_are_looked_up_at_once_before_the_turn() {
        TicketSale other = sale("k2", "bob@fans.example", "+1");
        TicketSale again = sale("k1", "cy@fans.example", null);
        new SaveTicketsHandler().decide(new SaveTickets(SALE.ticket(), List.of(SALE, other, again)), claims, steps);
        assertThat(claims.askedAtOnce)
                .containsExactly(
                        Set.of(TicketClaims.event(7, SALE.details().eventDetails())),
                        Set.of(
                                TicketClaims.ticket(7, "box", "k1"),
                                new Claim("email", 7, "ann@fans.example"),
                                TicketClaims.ticket(7, "box", "k2"),
                                new Claim("email", 7, "bob@fans.example"),
                                new Claim("phone", 7, "+1")),
                        Set.of(TicketClaims.ticket(7, "box", "k1"), new Claim("email", 7, "cy@fans.example")));
    }

    @Test
    void rows_that_mean_the_same_wait_for_each_other() {
        List<List<String>> batches = new ArrayList<>();
        List<String> answers = IndependentBatches.process(
                List.of(
                        sale("k1", "ann@fans.example", "+1"),
                        sale("k2", "bob@fans.example", null),
                        sale("k1", "cy@fans.example", null),
                        sale("k3", "dee@fans.example", "+1"),
                        sale("k4", "cy@fans.example", null)),
                TicketClaims::ofSale,
                batch -> {
                    batches.add(batch.stream()
                            .map(one -> String.valueOf(one.profile().email()))
                            .toList());
                    return batches.getLast();
                });
        assertThat(batches)
                .containsExactly(
                        List.of("ann@fans.example", "bob@fans.example"),
                        List.of("cy@fans.example", "dee@fans.example"),
                        List.of("cy@fans.example"));
        assertThat(answers)
                .containsExactly(
                        "ann@fans.example",
                        "bob@fans.example",
                        "cy@fans.example",
                        "dee@fans.example",
                        "cy@fans.example");
    }

    @Test
    void one_ticket_that_is_unknown_completes_none() {
        claims.held(TicketClaims.ticket(7, "box", "k1"), KNOWN);
        var known = new TicketCompletion("box", "k1", SALE.details(), TicketBuyer.EMPTY);
        var unknown = new TicketCompletion(null, "k1", SALE.details(), TicketBuyer.EMPTY);
        assertThatThrownBy(() -> new SaveTicketsHandler()
                        .decide(new CompleteTickets(SALE.ticket(), List.of(known, unknown)), claims, steps))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("tickets[1].ticket_key"));
        assertThat(steps.sent).isEmpty();
    }

    private static RepeatTicket repeat(@Nullable FanId movedTo) {
        return new RepeatTicket(KNOWN, SALE.ticketEvent(), SALE.details(), SALE.buyer(), movedTo);
    }

    private static TicketSale sale(String key, String email, @Nullable String phone) {
        return new TicketSale(
                new TicketId(7, key),
                new FanId(7, 99),
                new TicketEventId(7, "new"),
                TicketDetailsBuilder.builder()
                        .network("box")
                        .ticketKey(key)
                        .eventKey("gala")
                        .build(),
                TicketBuyer.EMPTY,
                Profile.reachableBy(email, phone),
                Consent.EMPTY);
    }

    /** Notes what is sent; the first is refused when a test says so. */
    private static final class Steps implements Dispatch {

        private final List<Command<?>> sent = new ArrayList<>();
        private @Nullable Refusal refusal;
        private int skipped;

        @Override
        public void skipStep() {
            skipped++;
        }

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            sent.add(command);
            if (sent.size() == 1 && refusal != null) {
                throw refusal;
            }
            return (R)
                    switch (command) {
                        case FindOrRegisterFan fan -> new RegisteredFan(42);
                        case FindOrMakeTicketEvent event -> new TicketEventUid("found");
                        default -> new SavedTicket(1L, "k", 42, SavedTicket.SUCCESS);
                    };
        }
    }
}
