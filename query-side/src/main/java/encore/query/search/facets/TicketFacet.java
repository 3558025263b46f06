package encore.query.search.facets;

import encore.kernel.search.TicketCriteria;
import encore.kernel.tickets.sales.FanSales;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.search.columns.AdaptiveInts;
import encore.query.search.columns.AscendingIds;
import encore.query.search.columns.GrowableLongs;
import encore.query.search.columns.RowChains;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import encore.query.ticketchunks.SalesSum;
import encore.query.ticketchunks.SharedFieldsTable;
import encore.query.ticketchunks.TicketFacts;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.roaringbitmap.RoaringBitmap;

/**
 * The tickets of an account's fans, in columns ordered by ticket id, about 50 bytes a ticket. They are linked by fan
 * and by combination of shared fields, so that a search can go through the shorter of both lists.
 */
public final class TicketFacet implements Facet {

    private final SharedFieldsTable sharedFields = new SharedFieldsTable();
    private final FanChangeLog changeLog = new FanChangeLog();

    private final RowChains ticketsByFan = new RowChains();

    // By combination of shared fields: the tickets that are not deleted.
    private final RowChains ticketsByFields = new RowChains();
    private final AdaptiveInts counts = new AdaptiveInts();

    // By row; each row is a ticket.
    private final AscendingIds ticketIds = new AscendingIds();
    private final GrowableLongs paid = new GrowableLongs();
    private final AdaptiveInts seats = new AdaptiveInts();
    private final AdaptiveInts day = new AdaptiveInts();
    /** One more than the number of its combination of shared fields; 0 if the ticket is deleted. */
    private final AdaptiveInts fieldsNumber = new AdaptiveInts();
    /** One more than the number of the fan; 0 if that fan is unknown or erased. */
    private final AdaptiveInts owner = new AdaptiveInts();

    @Override
    public void transfer(MemoryImage memoryImage) {
        List.of(sharedFields, ticketsByFan, ticketsByFields, counts, ticketIds, paid, seats, day, fieldsNumber, owner)
                .forEach(one -> one.transfer(memoryImage));
    }

    /**
     * @param fan the number of the fan, or -1 for one who is unknown or erased; a later event can move the ticket to
     *     another
     */
    public void put(TicketFacts ticket, int fan) {
        int row = ticketIds.add(ticket.ticketId());
        if (row < 0) {
            // Tickets begin in the order of the log. An event that comes late makes the index be loaded again.
            return;
        }
        changeLog.markChanged(owner.get(row) - 1);
        changeLog.markChanged(fan);
        setOwner(row, fan);
        setFieldsNumber(row, ticket.deleted() ? 0 : sharedFields.number(ticket.shared()) + 1);
        paid.set(row, ticket.paid());
        seats.set(row, (int) ticket.seats());
        day.set(row, ticket.day());
    }

    private void setOwner(int row, int fan) {
        int previousOwner = owner.get(row) - 1;
        if (previousOwner != fan) {
            if (previousOwner >= 0) {
                ticketsByFan.remove(row, previousOwner);
            }
            owner.set(row, fan + 1);
            if (fan >= 0) {
                ticketsByFan.add(row, fan);
            }
        }
    }

    private void setFieldsNumber(int row, int newNumber) {
        int previousNumber = fieldsNumber.get(row);
        if (previousNumber != newNumber) {
            if (previousNumber > 0) {
                ticketsByFields.remove(row, previousNumber - 1);
                counts.set(previousNumber - 1, counts.get(previousNumber - 1) - 1);
            }
            fieldsNumber.set(row, newNumber);
            if (newNumber > 0) {
                ticketsByFields.add(row, newNumber - 1);
                counts.set(newNumber - 1, counts.get(newNumber - 1) + 1);
            }
        }
    }

    public void exclude(String eventUid, boolean isExcluded) {
        changeLog.markAllChanged();
        sharedFields.exclude(eventUid, isExcluded);
    }

    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, and the ticket can move to another fan later.
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> criteria) {
        TicketCriteria ticketCriteria = request.criteria().tickets();
        if (!ticketCriteria.equals(TicketCriteria.ANY)) {
            criteria.add(new TicketCriterion(this, ticketCriteria, request.today()));
        }
    }

    // For TicketCriterion:

    boolean[] countingFields(TicketMatcher matcher) {
        return sharedFields.countingFields(matcher::matches);
    }

    /** Returns the number of tickets of one combination that are not deleted. */
    int count(int number) {
        return counts.get(number);
    }

    void forEachWithFields(int number, IntConsumer ticket) {
        ticketsByFields.forEachWhile(number, row -> {
            ticket.accept(row);
            return true;
        });
    }

    boolean hasOneOf(int row, boolean[] counting) {
        return fieldsNumber.get(row) > 0 && counting[fieldsNumber.get(row) - 1];
    }

    /** Returns the number of the combination of a ticket, or -1 if the ticket is deleted. */
    int fieldsNumber(int row) {
        return fieldsNumber.get(row) - 1;
    }

    boolean counts(int number, TicketMatcher matcher) {
        return sharedFields.counts(number, matcher::matches);
    }

    boolean matches(int row, TicketMatcher matcher) {
        return matcher.isBoughtOn(day.get(row)) && matcher.isPriceInRange(paid.get(row), seats.get(row));
    }

    int owner(int row) {
        return owner.get(row) - 1;
    }

    int seats(int row) {
        return seats.get(row);
    }

    /** Sums the sales to the given fans. Deleted tickets and those of excluded events do not count. */
    public FanSales salesTo(RoaringBitmap fans) {
        boolean[] counting = sharedFields.countingFields(one -> true);
        var buyers = new RoaringBitmap();
        var salesSum = new SalesSum();
        DeadlineSteps steps = new DeadlineSteps();
        fans.forEach((int fan) -> {
            steps.step();
            forEachTicketWhile(fan, row -> {
                if (hasOneOf(row, counting)) {
                    buyers.add(fan);
                    salesSum.add(seats.get(row), paid.get(row));
                }
                return true;
            });
        });
        return salesSum.toFanSales(buyers.getCardinality());
    }

    /** Visits the tickets of a fan until the visitor returns false. */
    void forEachTicketWhile(int fan, IntPredicate visitor) {
        ticketsByFan.forEachWhile(fan, visitor);
    }
}
