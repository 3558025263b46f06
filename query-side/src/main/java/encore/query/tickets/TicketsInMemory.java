package encore.query.tickets;

import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.query.image.MemoryImage;
import encore.query.memory.ReadWriteGuard;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps the tickets of all accounts in memory, for many readers and one writer. */
final class TicketsInMemory implements TicketDocuments.TicketSink, MemoryImage.Imageable {

    /** Guards all fields that change. */
    private final ReadWriteGuard lock = new ReadWriteGuard();

    private final Map<Long, AccountTickets> accounts = new HashMap<>();

    @Override
    public void transfer(MemoryImage memoryImage) {
        write(() -> memoryImage.elements(accounts, memoryImage::id, memoryImage.objects(() -> new AccountTickets(0))));
    }

    void write(Runnable changes) {
        lock.write(changes);
    }

    <R> R read(long account, Function<AccountTickets, R> answer) {
        return lock.read(() -> {
            AccountTickets tickets = accounts.get(account);
            return answer.apply(tickets == null ? new AccountTickets(account) : tickets);
        });
    }

    // Only to be called within write:

    @Override
    public void put(TicketFacts ticket) {
        account(ticket.shared().account()).put(ticket);
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        account(event.account()).exclude(event.uid(), isExcluded);
    }

    private AccountTickets account(long account) {
        return accounts.computeIfAbsent(account, AccountTickets::new);
    }
}
