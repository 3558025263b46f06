package encore.command.tickets;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.IndependentBatches;
import encore.command.RecordOwner;
import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.names.KeySpelling;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.SavedTickets;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTickets;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsCommand.SaveNewTicket;
import encore.kernel.tickets.TicketsCommand.SaveTicket;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsCommand.TicketCompletion;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.FindOrMakeTicketEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Saves tickets in steps: first the unknown ticket events, then the fan and the ticket of each row. A repeat goes
 * through the same steps, however many of them are done.
 */
@Component
class SaveTicketsHandler {

    /**
     * Saves the unknown ticket events, each once, and then the rows in batches of different fans and tickets. The
     * claims of a batch are looked up together beforehand.
     */
    @CommandHandler
    SavedTickets decide(SaveTickets command, Claims claims, Dispatch dispatch) {
        Map<Claim, TicketEventId> events = findEvents(command, claims, dispatch);
        return new SavedTickets(IndependentBatches.process(command.sales(), TicketClaims::ofSale, batch -> {
            claims.ownersOf(batch.stream()
                    .flatMap(sale -> TicketClaims.ofSale(sale).stream())
                    .toList());
            return dispatch.sendAll(batch.stream()
                    .map(sale -> new SaveTicket(sale.withEvent(Objects.requireNonNull(events.get(eventClaim(sale))))))
                    .toList());
        }));
    }

    private static Map<Claim, TicketEventId> findEvents(SaveTickets command, Claims claims, Dispatch dispatch) {
        Map<Claim, TicketSale> named = new LinkedHashMap<>();
        command.sales().forEach(sale -> named.putIfAbsent(eventClaim(sale), sale));
        Map<Claim, String> known = claims.ownersOf(named.keySet());
        Map<Claim, TicketEventId> events = new HashMap<>();
        named.forEach((event, sale) -> {
            String owner = known.get(event);
            if (owner == null) {
                events.put(event, findOrMake(sale, dispatch));
            } else {
                dispatch.skipStep();
                events.put(event, StreamId.parse(TicketEventId.class, owner));
            }
        });
        return events;
    }

    static TicketEventId findOrMake(TicketSale sale, Dispatch dispatch) {
        String uid = dispatch.send(new FindOrMakeTicketEvent(
                        sale.ticketEvent(), sale.details().eventDetails()))
                .eventUid();
        return new TicketEventId(sale.ticketEvent().account(), uid);
    }

    private static Claim eventClaim(TicketSale sale) {
        return TicketClaims.event(sale.ticketEvent().account(), sale.details().eventDetails());
    }

    /**
     * Saves one ticket. The key is looked up before the contacts: a repeated ticket subscribes nobody, and brings no
     * erased fan back.
     */
    @CommandHandler
    SavedTicket decide(SaveTicket command, Claims claims, Dispatch dispatch) {
        TicketSale sale = TicketClaims.inKnownSpelling(command.sale(), claims);
        String owner = TicketClaims.owner(sale, claims);
        if (owner != null) {
            return RecordOwner.repeatRecord(
                    dispatch,
                    FindOrRegisterFan.ofMovedRecord(sale.fan(), sale.profile()),
                    movedTo -> new RepeatTicket(
                            StreamId.parse(TicketId.class, owner),
                            sale.ticketEvent(),
                            sale.details(),
                            sale.buyer(),
                            movedTo));
        }
        return add(sale, dispatch);
    }

    @CommandHandler
    SavedTicket decide(SaveNewTicket command, Claims claims, Dispatch dispatch) {
        if (TicketClaims.owner(command.sale(), claims) != null) {
            throw RowOutcomes.keyTakenRefusal();
        }
        return add(command.sale(), dispatch);
    }

    private static SavedTicket add(TicketSale sale, Dispatch dispatch) {
        return RecordOwner.addRecord(
                dispatch,
                FindOrRegisterFan.ofNewRecord(sale.fan(), sale.profile(), sale.consent()),
                fan -> new AddTicket(sale.ticket(), fan, sale.ticketEvent(), sale.details(), sale.buyer()));
    }

    @CommandHandler
    SavedTickets decide(CompleteTickets command, Claims claims, Dispatch dispatch) {
        List<CompleteTicket> steps = new ArrayList<>();
        for (TicketCompletion one : command.completions()) {
            long account = command.ticket().account();
            String owner = RecordOwner.ownerOfEither(
                    TicketClaims.ticket(account, one.network(), one.ticketKey()),
                    TicketClaims.ticket(account, one.network(), KeySpelling.ofCode(one.ticketKey())),
                    claims);
            if (owner == null) {
                throw new Refusal(
                        RULE,
                        "unknown-ticket",
                        "tickets[" + steps.size() + "].ticket_key",
                        "The network has no ticket with this ticket_key.");
            }
            steps.add(new CompleteTicket(
                    StreamId.parse(TicketId.class, owner), Patch.of(one.details()), Patch.of(one.buyer())));
        }
        return new SavedTickets(steps.stream().map(dispatch::send).toList());
    }
}
