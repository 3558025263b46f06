package encore.kernel.scans;

import encore.kernel.fans.Fan;
import encore.kernel.privacy.Contact;
import encore.kernel.registrations.Registration;
import encore.kernel.tickets.Ticket;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A scan with the data of the registration or ticket that holds its code, as the API answers it.
 *
 * @param scanTimestamp as the scanner sent it
 * @param creationTimestamp when the scan was recorded; lists select scans by it
 * @param piiSource the source of fan and personal data: {@code registration}, {@code ticket} or {@code wristband}; null
 *     while nothing holds the code
 */
@RecordBuilder
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
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @Nullable String registrationKey,
        @Nullable String orderKey,
        @Nullable String ticketKey,
        @Nullable String piiSource,
        @Nullable String eventName,
        @Nullable LocalDate eventDate,
        @Nullable String venueName,
        @Contact @Nullable String email,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName,
        @Contact @Nullable String phone,
        @Nullable String countryCode,
        @Nullable String province,
        @Contact @Nullable String postalCode,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant registrationTimestamp,
        @Nullable String barcode) {

    /** Returns the scan of a code that nothing holds yet. */
    public static Scan ofUnknownHolder(ScanRow row) {
        return scanned(row).build();
    }

    /** Returns the scan of a registration's code. Values that the scanner did not send come from the registration. */
    public static Scan of(ScanRow row, Registration registration) {
        ScanDetails details = row.details();
        return scanned(row)
                .fanId(registration.fanId())
                .eventKey(orElse(details.eventKey(), registration.eventKey()))
                .registrationKey(orElse(details.registrationKey(), registration.registrationKey()))
                .orderKey(registration.orderKey())
                .ticketKey(orElse(details.ticketKey(), registration.ticketKey()))
                .piiSource("registration")
                .eventName(registration.eventName())
                .eventDate(registration.eventDate())
                .venueName(registration.venueName())
                .email(registration.email())
                .firstName(registration.firstName())
                .lastName(registration.lastName())
                .phone(registration.phone())
                .countryCode(registration.countryCode())
                .province(registration.province())
                .postalCode(registration.postalCode())
                .registrationTimestamp(registration.registrationTimestamp())
                .barcode(orElse(details.barcode(), registration.barcode()))
                .build();
    }

    /**
     * Returns the scan of a ticket's code. Personal data is that of the buyer; name and phone are the present ones of
     * the fan.
     */
    public static Scan of(ScanRow row, Ticket ticket) {
        ScanDetails details = row.details();
        Fan fan = ticket.fan();
        return scanned(row)
                .fanId(ticket.fanId())
                .eventKey(orElse(details.eventKey(), ticket.eventKey()))
                .orderKey(ticket.orderKey())
                .ticketKey(orElse(details.ticketKey(), ticket.ticketKey()))
                .piiSource("ticket")
                .eventName(ticket.eventName())
                .eventDate(ticket.eventDate())
                .venueName(ticket.venueName())
                .email(ticket.email())
                .firstName(fan == null ? null : fan.firstName())
                .lastName(fan == null ? null : fan.lastName())
                .phone(fan == null ? null : fan.phone())
                .countryCode(ticket.countryCode())
                .province(ticket.province())
                .postalCode(ticket.postalCode())
                .barcode(orElse(details.barcode(), ticket.barcode()))
                .build();
    }

    /** Returns the scan of a wristband. Personal data is the present one of the fan who has it. */
    public static Scan of(ScanRow row, Fan fan) {
        return scanned(row)
                .fanId(fan.fanId())
                .piiSource("wristband")
                .email(fan.email())
                .firstName(fan.firstName())
                .lastName(fan.lastName())
                .phone(fan.phone())
                .countryCode(fan.countryCode())
                .province(fan.province())
                .postalCode(fan.postalCode())
                .build();
    }

    /** Returns a builder with the values that the scanner sent. */
    private static ScanBuilder scanned(ScanRow row) {
        ScanDetails details = row.details();
        return ScanBuilder.builder()
                .scanKey(row.position())
                .accountId(row.account())
                .creationTimestamp(row.recorded())
                .network(details.network())
                .eventKey(details.eventKey())
                .isSuccess(details.isSuccess())
                .accessMode(details.accessMode())
                .scanGroupName(details.scanGroupName())
                .fgtSiteName(details.fgtSiteName())
                .fgtSiteId(details.fgtSiteId())
                .fgtZoneName(details.fgtZoneName())
                .scanTimestamp(details.scanTimestamp())
                .registrationKey(details.registrationKey())
                .ticketKey(details.ticketKey())
                .barcode(details.barcode());
    }

    private static @Nullable String orElse(@Nullable String said, @Nullable String known) {
        return said == null ? known : said;
    }
}
