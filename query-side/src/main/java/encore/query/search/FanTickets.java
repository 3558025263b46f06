package encore.query.search;

import encore.kernel.fans.TicketCriteria;
import encore.query.sold.Sharing;
import encore.query.sold.SoldTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.roaringbitmap.RoaringBitmap;

/**
 * The tickets of an account's fans: columns in the order of their ids, the tickets of each fan as a chain, and a set of
 * tickets for each combination of what many share.
 */
final class FanTickets implements Facet {

    private final Sharing shared = new Sharing();

    /** By what is shared: the tickets that are not deleted. */
    private final List<RoaringBitmap> tickets = new ArrayList<>();

    /** By fan: one more than the latest of its tickets. */
    private final Ints latest = new Ints();

    // By ticket.
    private final Ids ids = new Ids();
    private final Longs paid = new Longs();
    private final Ints seats = new Ints();
    private final Ints day = new Ints();
    /** One more than the number of what it shares; 0 of a deleted one. */
    private final Ints kind = new Ints();
    /** One more than the fan; 0 of nobody who lives. */
    private final Ints owner = new Ints();
    /** One more than the ticket behind it in the fan's chain. */
    private final Ints behind = new Ints();

    /** @param fan -1 for nobody who lives; what this fan's ticket is later, can be another's */
    void put(SoldTicket ticket, int fan) {
        int row = ids.add(ticket.ticketId());
        if (row < 0) {
            // A ticket begins in the order of the log, and what comes late is loaded anew.
            return;
        }
        move(row, fan);
        sort(row, ticket.deleted() ? 0 : shared.number(ticket.shared()) + 1);
        paid.set(row, ticket.paid());
        seats.set(row, (int) ticket.seats());
        day.set(row, ticket.day());
    }

    private void move(int row, int fan) {
        int before = owner.get(row) - 1;
        if (before == fan) {
            return;
        }
        if (before >= 0) {
            takeOut(row, before);
        }
        owner.set(row, fan + 1);
        if (fan >= 0) {
            behind.set(row, latest.get(fan));
            latest.set(fan, row + 1);
        }
    }

    private void takeOut(int row, int fan) {
        if (latest.get(fan) == row + 1) {
            latest.set(fan, behind.get(row));
            return;
        }
        int one = latest.get(fan) - 1;
        while (behind.get(one) != row + 1) {
            one = behind.get(one) - 1;
        }
        behind.set(one, behind.get(row));
    }

    private void sort(int row, int now) {
        int before = kind.get(row);
        if (before == now) {
            return;
        }
        if (before > 0) {
            tickets.get(before - 1).remove(row);
        }
        while (tickets.size() < now) {
            tickets.add(new RoaringBitmap());
        }
        if (now > 0) {
            tickets.get(now - 1).add(row);
        }
        kind.set(row, now);
    }

    void exclude(String eventUid, boolean isExcluded) {
        shared.exclude(eventUid, isExcluded);
    }

    @Override
    public void forget(int fan) {
        // Fans are asked among the living alone; a ticket of this one can be another's later.
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        TicketCriteria said = wanted.criteria().tickets();
        if (!said.equals(TicketCriteria.ANY)) {
            all.add(new TicketCriterion(this, said, wanted.today()));
        }
    }

    // For the criterion:

    boolean[] counting(WantedTickets wanted) {
        return shared.counting(wanted::isOf);
    }

    /** The tickets of one combination. */
    RoaringBitmap of(int number) {
        return tickets.get(number);
    }

    boolean isOneOf(int row, boolean[] counting) {
        return kind.get(row) > 0 && counting[kind.get(row) - 1];
    }

    boolean isWanted(int row, WantedTickets wanted) {
        return wanted.isBoughtOn(day.get(row)) && wanted.costs(paid.get(row), seats.get(row));
    }

    int owner(int row) {
        return owner.get(row) - 1;
    }

    int seats(int row) {
        return seats.get(row);
    }

    /** Goes through the tickets of a fan for as long as it is told to. */
    void each(int fan, IntPredicate goOn) {
        int one = latest.get(fan);
        while (one > 0 && goOn.test(one - 1)) {
            one = behind.get(one - 1);
        }
    }
}
