package encore.kernel.tickets;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.fans.Fan;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ticket as the API answers it (spec 2, 2). Its personal components are null after the fan is erased.
 *
 * @param metroArea the present metro area of the fan, in the US and Canada
 * @param status {@code active} or {@code deleted}
 * @param fan null unless it is asked for
 */
@RecordBuilder
public record Ticket(
        long ticketId,
        @Nullable String ticketKey,
        long accountId,
        @Contact @Nullable String email,
        @Nullable String customerDsn,
        @Nullable String network,
        @Nullable String eventKey,
        @Nullable LocalDate eventDate,
        @Nullable String eventName,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant purchaseTimestamp,
        @Nullable BigDecimal paidAmount,
        @Nullable BigDecimal orderAmount,
        @Nullable String barcode,
        @Nullable String lookupId,
        @Nullable Long numSeats,
        long fanId,
        @Nullable String artistName,
        @Nullable String priceCode,
        @Nullable String venueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String metroArea,
        @Nullable String venueProvince,
        @Nullable String orderKey,
        @Nullable String ticketCategory,
        @Nullable String importUid,
        @Contact @Nullable String postalCode,
        @Contact @Nullable String customerKey,
        boolean isDeleted,
        @Nullable String ticketType,
        @Nullable String ticketTypeCategory,
        @WireTime(WireTime.Form.ISO) Instant lastUpdateTimestamp,
        @Nullable BigDecimal originalPaidAmount,
        @Nullable BigDecimal originalOrderAmount,
        @Nullable Long originalNumSeats,
        String status,
        @Nullable Fan fan,
        @Nullable String sectionName,
        @Nullable String rowName,
        @Nullable String seatNum,
        @Nullable String planEventKey) {

    private static final Set<String> WITH_METRO_AREAS = Set.of("US", "CA");

    /** The form of the single read. */
    public record Single(
            @JsonUnwrapped Ticket ticket,
            @WireTime(WireTime.Form.ISO) Instant creationTimestamp) {}

    /**
     * Returns a ticket of its last event.
     *
     * @param fanMetroArea the present metro area of its fan; null for an erased fan
     * @param fan null unless it is asked for
     */
    public static Ticket of(TicketRow row, TicketState state, @Nullable String fanMetroArea, @Nullable Fan fan) {
        TicketDetails details = state.details();
        TicketBuyer buyer = state.buyer();
        boolean deleted = Boolean.TRUE.equals(details.isDeleted());
        return TicketBuilder.builder()
                .ticketId(row.ticketId())
                .accountId(row.account())
                .fanId(row.fanId())
                .isDeleted(deleted)
                .lastUpdateTimestamp(row.updated())
                .status(deleted ? "deleted" : "active")
                .ticketKey(details.ticketKey())
                .email(buyer.email())
                .customerDsn(buyer.customerDsn())
                .network(details.network())
                .eventKey(details.eventKey())
                .eventDate(details.eventDate())
                .eventName(details.eventName())
                .purchaseTimestamp(details.purchaseTimestamp())
                .paidAmount(details.paidAmount())
                .orderAmount(details.orderAmount())
                .barcode(details.barcode())
                .lookupId(details.lookupId())
                .numSeats(details.numSeats())
                .artistName(details.artistName())
                .priceCode(details.priceCode())
                .venueName(details.venueName())
                .city(buyer.city())
                .province(buyer.province())
                .countryCode(buyer.countryCode())
                .metroArea(metroArea(buyer, fanMetroArea))
                .venueProvince(details.venueProvince())
                .orderKey(details.orderKey())
                .ticketCategory(details.ticketCategory())
                .importUid(details.importUid())
                .postalCode(buyer.postalCode())
                .customerKey(buyer.customerKey())
                .ticketType(details.ticketType())
                .ticketTypeCategory(details.ticketTypeCategory())
                .originalPaidAmount(state.originals().paidAmount())
                .originalOrderAmount(state.originals().orderAmount())
                .originalNumSeats(state.originals().numSeats())
                .fan(fan)
                .sectionName(details.sectionName())
                .rowName(details.rowName())
                .seatNum(details.seatNum())
                .planEventKey(details.planEventKey())
                .build();
    }

    private static @Nullable String metroArea(TicketBuyer buyer, @Nullable String fanMetroArea) {
        boolean hasMetroArea = buyer.countryCode() != null && WITH_METRO_AREAS.contains(buyer.countryCode());
        return hasMetroArea ? fanMetroArea : null;
    }
}
