package encore.kernel.scans;

import encore.kernel.fans.Fan;
import encore.kernel.registrations.Registration;
import encore.kernel.tickets.Ticket;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A scan with the data of the registration or ticket that holds its code, as the API answers it.
 *
 * @param piiSource the source of fan and personal data: {@code registration} or {@code ticket}; null while nothing
 *     holds the code
 */
public record Scan(
        long scanKey,
        long accountId,
        @Nullable String network,
        @Nullable Long fanId,
        @Nullable String eventKey,
        @Nullable Boolean isSuccess,
        @Nullable String accessMode,
        @Nullable String scanGroupName,
        @Nullable String fgtSiteName,
        @Nullable Long fgtSiteId,
        @Nullable String fgtZoneName,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant scanTimestamp,
        @Nullable String registrationKey,
        @Nullable String orderKey,
        @Nullable String ticketKey,
        @Nullable String piiSource,
        @Nullable String eventName,
        @Nullable LocalDate eventDate,
        @Nullable String venueName,
        @Nullable String email,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String phone,
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String postalCode,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant registrationTimestamp,
        @Nullable String barcode) {

    /** Returns the scan of a code that nothing holds yet. */
    public static Scan ofUnknownHolder(ScanRow row) {
        ScanDetails details = row.details();
        return new Scan(
                row.position(),
                row.account(),
                details.network(),
                null,
                details.eventKey(),
                details.isSuccess(),
                details.accessMode(),
                details.scanGroupName(),
                details.fgtSiteName(),
                details.fgtSiteId(),
                details.fgtZoneName(),
                details.scanTimestamp(),
                details.registrationKey(),
                null,
                details.ticketKey(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                details.barcode());
    }

    /** Returns the scan of a registration's code. Values that the scanner did not send come from the registration. */
    public static Scan of(ScanRow row, Registration registration) {
        ScanDetails details = row.details();
        return new Scan(
                row.position(),
                row.account(),
                details.network(),
                registration.fanId(),
                orElse(details.eventKey(), registration.eventKey()),
                details.isSuccess(),
                details.accessMode(),
                details.scanGroupName(),
                details.fgtSiteName(),
                details.fgtSiteId(),
                details.fgtZoneName(),
                details.scanTimestamp(),
                orElse(details.registrationKey(), registration.registrationKey()),
                registration.orderKey(),
                orElse(details.ticketKey(), registration.ticketKey()),
                "registration",
                registration.eventName(),
                registration.eventDate(),
                registration.venueName(),
                registration.email(),
                registration.firstName(),
                registration.lastName(),
                registration.phone(),
                registration.countryCode(),
                registration.province(),
                registration.postalCode(),
                registration.registrationTimestamp(),
                orElse(details.barcode(), registration.barcode()));
    }

    /**
     * Returns the scan of a ticket's code. Personal data is that of the buyer; name and phone are the present ones of
     * the fan.
     */
    public static Scan of(ScanRow row, Ticket ticket) {
        ScanDetails details = row.details();
        Fan fan = ticket.fan();
        return new Scan(
                row.position(),
                row.account(),
                details.network(),
                ticket.fanId(),
                orElse(details.eventKey(), ticket.eventKey()),
                details.isSuccess(),
                details.accessMode(),
                details.scanGroupName(),
                details.fgtSiteName(),
                details.fgtSiteId(),
                details.fgtZoneName(),
                details.scanTimestamp(),
                details.registrationKey(),
                ticket.orderKey(),
                orElse(details.ticketKey(), ticket.ticketKey()),
                "ticket",
                ticket.eventName(),
                ticket.eventDate(),
                ticket.venueName(),
                ticket.email(),
                fan == null ? null : fan.firstName(),
                fan == null ? null : fan.lastName(),
                fan == null ? null : fan.phone(),
                ticket.countryCode(),
                ticket.province(),
                ticket.postalCode(),
                null,
                orElse(details.barcode(), ticket.barcode()));
    }

    private static @Nullable String orElse(@Nullable String said, @Nullable String known) {
        return said == null ? known : said;
    }
}
