package encore.kernel.scans;

import encore.kernel.WireTime;
import encore.kernel.fans.Fan;
import encore.kernel.registrations.Registration;
import encore.kernel.tickets.Ticket;
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
    public static Scan ofNobody(ScanRow row) {
        ScanDetails said = row.details();
        return new Scan(
                row.position(),
                row.account(),
                said.network(),
                null,
                said.eventKey(),
                said.isSuccess(),
                said.accessMode(),
                said.scanGroupName(),
                said.fgtSiteName(),
                said.fgtSiteId(),
                said.fgtZoneName(),
                said.scanTimestamp(),
                said.registrationKey(),
                null,
                said.ticketKey(),
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
                said.barcode());
    }

    /** Returns the scan of a registration's code. Values that the scanner did not send come from the registration. */
    public static Scan of(ScanRow row, Registration registration) {
        ScanDetails said = row.details();
        return new Scan(
                row.position(),
                row.account(),
                said.network(),
                registration.fanId(),
                either(said.eventKey(), registration.eventKey()),
                said.isSuccess(),
                said.accessMode(),
                said.scanGroupName(),
                said.fgtSiteName(),
                said.fgtSiteId(),
                said.fgtZoneName(),
                said.scanTimestamp(),
                either(said.registrationKey(), registration.registrationKey()),
                registration.orderKey(),
                either(said.ticketKey(), registration.ticketKey()),
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
                either(said.barcode(), registration.barcode()));
    }

    /**
     * Returns the scan of a ticket's code. Personal data is that of the buyer; name and phone are the present ones of
     * the fan.
     */
    public static Scan of(ScanRow row, Ticket ticket) {
        ScanDetails said = row.details();
        Fan fan = ticket.fan();
        return new Scan(
                row.position(),
                row.account(),
                said.network(),
                ticket.fanId(),
                either(said.eventKey(), ticket.eventKey()),
                said.isSuccess(),
                said.accessMode(),
                said.scanGroupName(),
                said.fgtSiteName(),
                said.fgtSiteId(),
                said.fgtZoneName(),
                said.scanTimestamp(),
                said.registrationKey(),
                ticket.orderKey(),
                either(said.ticketKey(), ticket.ticketKey()),
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
                either(said.barcode(), ticket.barcode()));
    }

    private static @Nullable String either(@Nullable String said, @Nullable String known) {
        return said == null ? known : said;
    }
}
