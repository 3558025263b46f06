package encore.query.search;

import encore.kernel.fans.TicketCriteria;
import encore.kernel.tickets.FanSales;
import encore.query.image.Image;
import encore.query.sold.Sharing;
import encore.query.sold.SoldTicket;
import encore.query.sold.Sum;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.roaringbitmap.RoaringBitmap;

/**
 * The tickets of an account's fans, in columns ordered by ticket id, about 50 bytes a ticket. They are linked by fan
 * and by combination of shared fields, so that a search can go through the shorter of both lists.
 */
final class FanTickets implements Facet {

    private final Sharing shared = new Sharing();
    private final Changes changes = new Changes();

    private final Chains ofFans = new Chains();

    // By combination of shared fields: the tickets that are not deleted.
    private final Chains ofKinds = new Chains();
    private final Ints counts = new Ints();

    // By row; each row is a ticket.
    private final Ids ids = new Ids();
    private final Longs paid = new Longs();
    private final Ints seats = new Ints();
    private final Ints day = new Ints();
    /** One more than the number of its combination of shared fields; 0 if the ticket is deleted. */
    private final Ints kind = new Ints();
    /** One more than the number of the fan; 0 if that fan is unknown or erased. */
    private final Ints owner = new Ints();

    @Override
    public void image(Image image) {
        List.of(shared, ofFans, ofKinds, counts, ids, paid, seats, day, kind, owner)
                .forEach(one -> one.image(image));
    }

    /**
     * @param fan the number of the fan, or -1 for one who is unknown or erased; a later event can move the ticket to
     *     another
     */
    void put(SoldTicket ticket, int fan) {
        int row = ids.add(ticket.ticketId());
        if (row < 0) {
            // Tickets begin in the order of the log. An event that comes late makes the index be loaded again.
            return;
        }
        changes.of(owner.get(row) - 1);
        changes.of(fan);
        move(row, fan);
        sort(row, ticket.deleted() ? 0 : shared.number(ticket.shared()) + 1);
        paid.set(row, ticket.paid());
        seats.set(row, (int) ticket.seats());
        day.set(row, ticket.day());
    }

    private void move(int row, int fan) {
        int before = owner.get(row) - 1;
        if (before != fan) {
            if (before >= 0) {
                ofFans.leave(row, before);
            }
            owner.set(row, fan + 1);
            if (fan >= 0) {
                ofFans.join(row, fan);
            }
        }
    }

    private void sort(int row, int now) {
        int before = kind.get(row);
        if (before != now) {
            if (before > 0) {
                ofKinds.leave(row, before - 1);
                counts.set(before - 1, counts.get(before - 1) - 1);
            }
            kind.set(row, now);
            if (now > 0) {
                ofKinds.join(row, now - 1);
                counts.set(now - 1, counts.get(now - 1) + 1);
            }
        }
    }

    void exclude(String eventUid, boolean isExcluded) {
        changes.ofAll();
        shared.exclude(eventUid, isExcluded);
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, and the ticket can move to another fan later.
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        TicketCriteria said = wanted.criteria().tickets();
        if (!said.equals(TicketCriteria.ANY)) {
            all.add(new TicketCriterion(this, said, wanted.today()));
        }
    }

    // For TicketCriterion:

    boolean[] counting(WantedTickets wanted) {
        return shared.counting(wanted::isOf);
    }

    /** Returns the number of tickets of one combination that are not deleted. */
    int count(int number) {
        return counts.get(number);
    }

    void eachOf(int number, IntConsumer ticket) {
        ofKinds.each(number, row -> {
            ticket.accept(row);
            return true;
        });
    }

    boolean isOneOf(int row, boolean[] counting) {
        return kind.get(row) > 0 && counting[kind.get(row) - 1];
    }

    /** Returns the number of the combination of a ticket, or -1 if the ticket is deleted. */
    int kind(int row) {
        return kind.get(row) - 1;
    }

    boolean counts(int number, WantedTickets wanted) {
        return shared.counts(number, wanted::isOf);
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

    /** Sums the sales to the given fans. Deleted tickets and those of excluded events do not count. */
    FanSales soldTo(RoaringBitmap some) {
        boolean[] counting = shared.counting(one -> true);
        var buyers = new RoaringBitmap();
        var sum = new Sum();
        some.forEach((int fan) -> each(fan, row -> {
            if (isOneOf(row, counting)) {
                buyers.add(fan);
                sum.add(seats.get(row), paid.get(row));
            }
            return true;
        }));
        return sum.of(buyers.getCardinality());
    }

    /** Visits the tickets of a fan until the visitor returns false. */
    void each(int fan, IntPredicate goOn) {
        ofFans.each(fan, goOn);
    }
}
