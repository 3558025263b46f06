package encore.command.tickets;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.CodeClaims;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.tickets.RepeatedTicket;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTicket;
import encore.kernel.tickets.TicketsCommand.ReadRepeatedTicket;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventId;
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
    SavedTicket decide(AddTicket command, Claims claims, Streams streams, Facts facts) {
        RecordOwner.requireNew(id);
        RecordOwner.requireOpenFan(command.fan(), streams);
        TicketDetails details = command.details();
        claims.take(
                TicketClaims.ticket(command.ticket().account(), details.network(), details.ticketKey()),
                command.ticket());
        CodeClaims.update(command.ticket(), List.of(), details.codes(), claims, streams, facts);
        TicketBuyer buyer = Patch.of(command.buyer()).applyTo(TicketBuyer.EMPTY);
        apply(new TicketRecorded(
                command.ticket(),
                command.fan(),
                command.ticketEvent(),
                new TicketState(details, buyer, TicketOriginals.EMPTY.with(details))));
        return new SavedTicket(null, details.ticketKey(), command.fan().number(), SavedTicket.SUCCESS);
    }

    @CommandHandler
    SavedTicket decide(RepeatTicket command, Claims claims, Streams streams, Facts facts) {
        long ticketId = streams.firstPosition(command.ticket());
        if (!streams.isOpen(owner())) {
            return answer(ticketId, owner(), SavedTicket.DUPLICATE);
        }
        theEmailIsUnchanged(command);
        FanId now = command.movedTo() == null ? owner() : command.movedTo();
        RecordOwner.requireOpenFan(now, streams);
        TicketEventId event = eventAfter(command);
        TicketState after = after(Patch.of(command.details()), Patch.of(command.buyer()));
        if (!now.equals(owner()) || !event.equals(ticketEvent) || !after.equals(state)) {
            CodeClaims.update(
                    command.ticket(),
                    before().details().codes(),
                    after.details().codes(),
                    claims,
                    streams,
                    facts);
            apply(new TicketChanged(command.ticket(), ticketId, now, event, after));
        }
        return answer(ticketId, now, SavedTicket.DUPLICATE);
    }

    /** The ticket of an erased fan is the same: a repeat would change nothing. */
    @CommandHandler
    RepeatedTicket decide(ReadRepeatedTicket command, Streams streams) {
        boolean isSame = !streams.isOpen(owner())
                || after(Patch.of(command.details()), Patch.of(command.buyer())).equals(state);
        return new RepeatedTicket(isSame, owner().number());
    }

    @CommandHandler
    SavedTicket decide(CompleteTicket command, Claims claims, Streams streams, Facts facts) {
        long ticketId = streams.firstPosition(command.ticket());
        TicketState after = after(command.details(), command.buyer());
        if (streams.isOpen(owner()) && !after.equals(state)) {
            CodeClaims.update(
                    command.ticket(),
                    before().details().codes(),
                    after.details().codes(),
                    claims,
                    streams,
                    facts);
            apply(new TicketCompleted(command.ticket(), ticketId, owner(), Objects.requireNonNull(ticketEvent), after));
        }
        return answer(ticketId, owner(), SavedTicket.SUCCESS);
    }

    /** Returns the ticket event after a repeat. A key that is left out stays, and the event with it. */
    private TicketEventId eventAfter(RepeatTicket command) {
        boolean stays =
                command.details().eventKey() == null && before().details().eventKey() != null;
        return stays && ticketEvent != null ? ticketEvent : command.ticketEvent();
    }

    private TicketState after(Patch<TicketDetails> details, Patch<TicketBuyer> buyer) {
        TicketState before = before();
        TicketDetails now = details.applyTo(before.details());
        return new TicketState(
                now, buyer.applyTo(before.buyer()), before.originals().with(now));
    }

    /** Refuses a changed email. It is compared with the ticket's own: the fan may have changed its email since. */
    private void theEmailIsUnchanged(RepeatTicket command) {
        String email = command.buyer().email();
        if (command.movedTo() == null
                && email != null
                && !email.equals(before().buyer().email())) {
            throw RecordOwner.otherContactRefusal();
        }
    }

    private SavedTicket answer(long ticketId, FanId whose, String status) {
        return new SavedTicket(ticketId, before().details().ticketKey(), whose.number(), status);
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
        setState(event.fan(), event.ticketEvent(), event.state());
    }

    @EventSourcingHandler
    void evolve(TicketChanged event) {
        setState(event.fan(), event.ticketEvent(), event.state());
    }

    @EventSourcingHandler
    void evolve(TicketCompleted event) {
        setState(event.fan(), event.ticketEvent(), event.state());
    }

    private void setState(FanId whose, TicketEventId what, TicketState said) {
        fan = whose;
        ticketEvent = what;
        state = said;
    }
}
