package encore.command.tickets;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.Codes;
import encore.command.Told;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketSaved;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTicket;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import java.util.List;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A ticket. An unchanged repeat records nothing, a value that is left out stays, and the ticket of an erased fan is not
 * changed.
 */
@Aggregate
class Ticket {

    @AggregateIdentifier
    private @Nullable TicketId id;

    private @Nullable FanId fan;
    private @Nullable TicketEventId ticketEvent;
    private @Nullable TicketState state;

    Ticket() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    TicketSaved decide(AddTicket command, Claims claims, Streams streams, Facts facts) {
        Told.mustBeNew(id);
        Told.mustStillBeThere(command.fan(), streams);
        TicketDetails details = command.details();
        claims.take(
                TicketClaims.ticket(command.ticket().account(), details.network(), details.ticketKey()),
                command.ticket());
        Codes.hold(command.ticket(), List.of(), details.codes(), claims, streams, facts);
        TicketBuyer buyer = Patch.of(command.buyer()).on(TicketBuyer.UNSAID);
        apply(new TicketRecorded(
                command.ticket(),
                command.fan(),
                command.ticketEvent(),
                new TicketState(details, buyer, TicketOriginals.UNSAID.with(details))));
        return new TicketSaved(null, details.ticketKey(), command.fan().number(), TicketSaved.SUCCESS);
    }

    @CommandHandler
    TicketSaved decide(RepeatTicket command, Claims claims, Streams streams, Facts facts) {
        long ticketId = streams.began(command.ticket());
        if (!streams.isOpen(owner())) {
            return saved(ticketId, owner(), TicketSaved.DUPLICATE);
        }
        theEmailIsKnown(command);
        FanId now = command.movedTo() == null ? owner() : command.movedTo();
        Told.mustStillBeThere(now, streams);
        TicketEventId event = theEventItIsFor(command);
        TicketState after = after(Patch.of(command.details()), Patch.of(command.buyer()));
        if (!now.equals(owner()) || !event.equals(ticketEvent) || !after.equals(state)) {
            Codes.hold(
                    command.ticket(),
                    before().details().codes(),
                    after.details().codes(),
                    claims,
                    streams,
                    facts);
            apply(new TicketChanged(command.ticket(), ticketId, now, event, after));
        }
        return saved(ticketId, now, TicketSaved.DUPLICATE);
    }

    @CommandHandler
    TicketSaved decide(CompleteTicket command, Claims claims, Streams streams, Facts facts) {
        long ticketId = streams.began(command.ticket());
        TicketState after = after(command.details(), command.buyer());
        if (streams.isOpen(owner()) && !after.equals(state)) {
            Codes.hold(
                    command.ticket(),
                    before().details().codes(),
                    after.details().codes(),
                    claims,
                    streams,
                    facts);
            apply(new TicketCompleted(command.ticket(), ticketId, owner(), Objects.requireNonNull(ticketEvent), after));
        }
        return saved(ticketId, owner(), TicketSaved.SUCCESS);
    }

    /** Returns the ticket event after a repeat. A key that is left out stays, and the event with it. */
    private TicketEventId theEventItIsFor(RepeatTicket command) {
        boolean stays =
                command.details().eventKey() == null && before().details().eventKey() != null;
        return stays && ticketEvent != null ? ticketEvent : command.ticketEvent();
    }

    private TicketState after(Patch<TicketDetails> details, Patch<TicketBuyer> buyer) {
        TicketState before = before();
        TicketDetails now = details.on(before.details());
        return new TicketState(now, buyer.on(before.buyer()), before.originals().with(now));
    }

    /** Refuses a changed email. It is compared with the ticket's own: the fan may have changed its email since. */
    private void theEmailIsKnown(RepeatTicket command) {
        String email = command.buyer().email();
        if (command.movedTo() == null
                && email != null
                && !email.equals(before().buyer().email())) {
            throw Told.anotherContact();
        }
    }

    private TicketSaved saved(long ticketId, FanId whose, String status) {
        return new TicketSaved(ticketId, before().details().ticketKey(), whose.number(), status);
    }

    private FanId owner() {
        return Objects.requireNonNull(fan, "Axon decides on loaded tickets alone");
    }

    private TicketState before() {
        return Objects.requireNonNull(state, "Axon decides on loaded tickets alone");
    }

    @EventSourcingHandler
    void evolve(TicketRecorded event) {
        id = event.ticket();
        is(event.fan(), event.ticketEvent(), event.state());
    }

    @EventSourcingHandler
    void evolve(TicketChanged event) {
        is(event.fan(), event.ticketEvent(), event.state());
    }

    @EventSourcingHandler
    void evolve(TicketCompleted event) {
        is(event.fan(), event.ticketEvent(), event.state());
    }

    private void is(FanId whose, TicketEventId what, TicketState said) {
        fan = whose;
        ticketEvent = what;
        state = said;
    }
}
