package encore.query.tickets;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.memory.AccountMemory;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.util.function.Function;

/** Keeps the tickets of all accounts in memory, for many readers and one writer. */
final class TicketsInMemory implements MemoryImage.Imageable {

    private final AccountMemory<AccountTickets> accounts = new AccountMemory<>(AccountTickets::new);

    @Override
    public void transfer(MemoryImage memoryImage) {
        accounts.transfer(memoryImage, AccountTickets::transfer);
    }

    /** Returns a sink for the tickets of all accounts, before any query reads them. */
    TicketDocuments.TicketSink loading() {
        return new TicketDocuments.TicketSink() {
            @Override
            public void put(TicketFacts ticket) {
                accounts.loading(ticket.shared().account()).put(ticket);
            }

            @Override
            public void exclude(TicketEventId event, boolean isExcluded) {
                accounts.loading(event.account()).exclude(event, isExcluded);
            }
        };
    }

    void apply(RecordedEvent recordedEvent) {
        switch (recordedEvent.event()) {
            case TicketsEvent event ->
                accounts.write(
                        event.ticket().account(), tickets -> TicketDocuments.apply(event, recordedEvent, tickets));
            case TicketEventsEvent event ->
                accounts.write(event.ticketEvent().account(), tickets -> TicketDocuments.apply(event, tickets));
            default -> {}
        }
    }

    <R> R read(long account, Function<AccountTickets, R> answer) {
        return accounts.read(account, answer);
    }
}
