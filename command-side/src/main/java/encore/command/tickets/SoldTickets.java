package encore.command.tickets;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.Told;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsCommand.FindOrMakeTicketEvent;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketSaved;
import encore.kernel.tickets.TicketsCommand.AddTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTicket;
import encore.kernel.tickets.TicketsCommand.CompleteTickets;
import encore.kernel.tickets.TicketsCommand.Completion;
import encore.kernel.tickets.TicketsCommand.RepeatTicket;
import encore.kernel.tickets.TicketsCommand.SaveTicket;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsSaved;
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
class SoldTickets {

    /**
     * Saves the unknown ticket events, each once, and then the rows in batches of different fans and tickets. The
     * claims of a batch are looked up together beforehand.
     */
    @CommandHandler
    TicketsSaved decide(SaveTickets command, Claims claims, Dispatch dispatch) {
        Map<Claim, TicketEventId> events = events(command, claims, dispatch);
        List<SaveTicket> rows = command.sales().stream()
                .map(sale -> new SaveTicket(sale.of(Objects.requireNonNull(events.get(event(sale))))))
                .toList();
        TicketSaved[] saved = new TicketSaved[rows.size()];
        for (List<Integer> turn : Turns.of(command.sales())) {
            claims.owners(turn.stream()
                    .flatMap(row -> TicketClaims.ofSale(command.sales().get(row)))
                    .toList());
            List<TicketSaved> answers =
                    dispatch.sendAll(turn.stream().map(rows::get).toList());
            for (int i = 0; i < answers.size(); i++) {
                saved[turn.get(i)] = answers.get(i);
            }
        }
        return new TicketsSaved(List.of(saved));
    }

    private static Map<Claim, TicketEventId> events(SaveTickets command, Claims claims, Dispatch dispatch) {
        Map<Claim, TicketSale> named = new LinkedHashMap<>();
        command.sales().forEach(sale -> named.putIfAbsent(event(sale), sale));
        Map<Claim, String> known = claims.owners(named.keySet());
        Map<Claim, TicketEventId> events = new HashMap<>();
        named.forEach((event, sale) -> {
            String owner = known.get(event);
            if (owner == null) {
                events.put(event, made(sale, dispatch));
            } else {
                dispatch.skip();
                events.put(event, TicketEventId.parse(owner));
            }
        });
        return events;
    }

    private static TicketEventId made(TicketSale sale, Dispatch dispatch) {
        String uid = dispatch.send(new FindOrMakeTicketEvent(
                        sale.ticketEvent(), sale.details().ofEvent()))
                .eventUid();
        return new TicketEventId(sale.ticketEvent().account(), uid);
    }

    private static Claim event(TicketSale sale) {
        return TicketClaims.event(sale.ticketEvent().account(), sale.details().ofEvent());
    }

    /**
     * Saves one ticket. The key is looked up before the contacts: a repeated ticket subscribes nobody, and brings no
     * erased fan back.
     */
    @CommandHandler
    TicketSaved decide(SaveTicket command, Claims claims, Dispatch dispatch) {
        TicketSale sale = command.sale();
        long account = sale.ticket().account();
        String owner = claims.owner(TicketClaims.ticket(
                account, sale.details().network(), sale.details().ticketKey()));
        if (owner != null) {
            return Told.again(
                    dispatch,
                    FindOrRegisterFan.ofMovedRecord(sale.fan(), sale.profile()),
                    movedTo -> new RepeatTicket(
                            TicketId.parse(owner), sale.ticketEvent(), sale.details(), sale.buyer(), movedTo));
        }
        return Told.first(
                dispatch,
                FindOrRegisterFan.ofNewRecord(sale.fan(), sale.profile(), sale.consent()),
                fan -> new AddTicket(sale.ticket(), fan, sale.ticketEvent(), sale.details(), sale.buyer()));
    }

    @CommandHandler
    TicketsSaved decide(CompleteTickets command, Claims claims, Dispatch dispatch) {
        List<CompleteTicket> steps = new ArrayList<>();
        for (Completion one : command.completions()) {
            long account = command.ticket().account();
            String owner = claims.owner(TicketClaims.ticket(account, one.network(), one.ticketKey()));
            if (owner == null) {
                throw new Refusal(
                        RULE,
                        "unknown-ticket",
                        "tickets[" + steps.size() + "].ticket_key",
                        "The network has no ticket with this ticket_key.");
            }
            steps.add(new CompleteTicket(TicketId.parse(owner), Patch.of(one.details()), Patch.of(one.buyer())));
        }
        return new TicketsSaved(steps.stream().map(dispatch::send).toList());
    }
}
