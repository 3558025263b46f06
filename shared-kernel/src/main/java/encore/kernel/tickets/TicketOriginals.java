package encore.kernel.tickets;

import encore.kernel.tickets.sales.Money;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The first amounts and number of seats of a ticket. A value that came later for the first time is original as well.
 */
@RecordBuilder
public record TicketOriginals(
        @Nullable BigDecimal paidAmount,
        @Nullable BigDecimal orderAmount,
        @Nullable Long numSeats) {

    public static final TicketOriginals EMPTY = TicketOriginalsBuilder.builder().build();

    public TicketOriginals {
        paidAmount = Money.normalised(paidAmount);
        orderAmount = Money.normalised(orderAmount);
    }

    public TicketOriginals with(TicketDetails details) {
        return new TicketOriginals(
                paidAmount == null ? details.paidAmount() : paidAmount,
                orderAmount == null ? details.orderAmount() : orderAmount,
                numSeats == null ? details.numSeats() : numSeats);
    }
}
