package encore.query.tickets;

import encore.kernel.tickets.TicketEventId;
import encore.query.image.Image;
import encore.query.projection.ReadersAndWriter;
import encore.query.sold.SoldTicket;
import encore.query.sold.SoldTickets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps the tickets of all accounts in memory, for many readers and one writer. */
final class SalesOfAccounts implements SoldTickets.Memory, Image.Parts {

    private final ReadersAndWriter lock = new ReadersAndWriter();
    private final Map<Long, Sales> accounts = new HashMap<>();

    @Override
    public void image(Image image) {
        write(() -> image.all(accounts, image::id, image.parts(() -> new Sales(0))));
    }

    void write(Runnable changes) {
        lock.write(changes);
    }

    <R> R read(long account, Function<Sales, R> answer) {
        return lock.read(() -> {
            Sales sales = accounts.get(account);
            return answer.apply(sales == null ? new Sales(account) : sales);
        });
    }

    // Only to be called within write:

    @Override
    public void put(SoldTicket ticket) {
        of(ticket.shared().account()).put(ticket);
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        of(event.account()).exclude(event.uid(), isExcluded);
    }

    private Sales of(long account) {
        return accounts.computeIfAbsent(account, Sales::new);
    }
}
