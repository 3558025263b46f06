package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.JsonOnly;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.SavedTickets;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.sales.Money;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Saves many tickets in one call. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/bulk_tickets")
class BulkTicketsController {

    private static final int MAX_TICKETS = 100;

    record Save(
            @Description("The tickets. The body may also be the list itself.")
            @JsonOnly
            @NotEmpty
            @Size(max = MAX_TICKETS)
            List<@Valid Row> tickets) {

        List<TicketSale> sales(long account) {
            return RowConverter.convertAll("tickets", tickets, row -> row.toSale(account));
        }
    }

    /** A ticket with its buyer and its event. */
    record Row(
            @Contact @NotBlank @Size(max = 255) String firstName,
            @Contact @NotBlank @Size(max = 255) String lastName,

            @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
            String email,

            Instant purchaseTimestamp,

            @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS)
            BigDecimal paidAmount,

            @Min(0) @Max(TicketsController.MAX_SEATS) Long numSeats,

            @Description("A day or a time in ISO 8601, local to the event.") @NotBlank @Size(max = 40)
            String eventDate,

            @NotBlank @Size(max = 255) String eventName,
            @NotBlank @Size(max = 255) String eventKey,
            @Contact @Format(Format.PHONE) @Nullable String phone,
            @Contact @Nullable @Size(max = 255) String customerKey,

            @Description("Unique in its network. A ticket with a known key is changed. Absent: a key is generated.")
            @Nullable
            @Size(max = 255)
            String ticketKey,

            @Nullable @Size(max = 255) String priceCode,
            @Nullable Boolean isSubscribed,
            @Nullable Boolean isPhoneSubscribed,
            @Nullable String city,
            @Nullable String province,
            @Contact @Nullable String postalCode,
            @Format(Format.COUNTRY) @Nullable String countryCode,
            @Nullable @Size(max = 255) String artistName,
            @Nullable @Size(max = 255) String venueName,
            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String orderKey,
            @Nullable Boolean isDeleted)
            implements TicketInput {}

    private final Backend backend;

    BulkTicketsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Saves up to 100 tickets; if one of them is malformed, none is saved")
    @PostMapping
    Mono<List<SavedTicket>> saveTickets(Caller caller, @Params Save in) {
        List<TicketSale> sales = in.sales(caller.account());
        return backend.send(caller, new SaveTickets(sales.getFirst().ticket(), sales))
                .map(SavedTickets::tickets);
    }
}
