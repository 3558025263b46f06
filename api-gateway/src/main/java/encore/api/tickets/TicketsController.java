package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Contacts;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsQuery.FindTicket;
import encore.kernel.tickets.TicketsQuery.FindTickets;
import encore.kernel.tickets.sales.Money;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists tickets, and saves one. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/tickets")
class TicketsController {

    static final int MAX_SEATS = 1_000_000;
    private static final int ROWS = 100;
    private static final Pages.Window WINDOW = Pages.window("ticket_id");

    /** The additions that a row can have. */
    enum Extra {
        FAN
    }

    /** Criteria of tickets, and a window of ids. */
    @AscendingRange(start = "minPurchaseDate", end = "maxPurchaseDate")
    @AscendingRange(start = "minLastUpdateDate", end = "maxLastUpdateDate")
    @AscendingRange(start = "minTicketId", end = "maxTicketId")
    record Window(
            @Description("Only ids greater than this.") @Nullable
            Long minTicketId,

            @Description("Only ids less than this.") @Nullable
            Long maxTicketId,

            @Description("The first UTC day of purchase.") @Nullable
            LocalDate minPurchaseDate,

            @Description("The last UTC day of purchase.") @Nullable
            LocalDate maxPurchaseDate,

            @Description("The first UTC day of the last change.") @Nullable
            LocalDate minLastUpdateDate,

            @Description("The last UTC day of the last change.") @Nullable
            LocalDate maxLastUpdateDate,

            @Contact @Description("Only tickets of the fan with this email.") @Format(Format.EMAIL) @Nullable
            String email,

            @Default("100") @Nullable @Min(1) @Max(1_000) Integer limit,

            @Description("Adds the fan to each row.") @Nullable
            Extra data,

            @Default("false") @Nullable Boolean includeDeleted) {

        Paging.IdWindow paging() {
            return new Paging.IdWindow(minTicketId, maxTicketId, limit == null ? ROWS : limit);
        }

        FindTickets query(long account) {
            return new FindTickets(
                    account,
                    new Days(minPurchaseDate, maxPurchaseDate),
                    new Days(minLastUpdateDate, maxLastUpdateDate),
                    Contacts.email(email),
                    Boolean.TRUE.equals(includeDeleted),
                    data != null,
                    paging());
        }
    }

    record One(long ticketId) {}

    /** A ticket with its buyer and its event. */
    record Save(
            @Contact @NotBlank @Size(max = 255) String firstName,
            @Contact @NotBlank @Size(max = 255) String lastName,

            @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
            String email,

            Instant purchaseTimestamp,

            @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS)
            BigDecimal paidAmount,

            @Min(0) @Max(MAX_SEATS) Long numSeats,

            @Description("A day or a time in ISO 8601, local to the event.") @NotBlank @Size(max = 40)
            String eventDate,

            @NotBlank @Size(max = 255) String eventName,
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
            @Nullable String venueProvince,
            @Nullable String venueCountryCode,
            @Nullable @Size(max = 255) String eventKey,
            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String orderKey,
            @Nullable Boolean isDeleted,
            @Nullable String fanSource)
            implements TicketInput {}

    private final Backend backend;

    TicketsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists tickets by id: the latest, or those after an id")
    @GetMapping
    Mono<Listing<Pages.WindowMeta, Ticket>> all(Caller caller, @Params Window in) {
        return backend.ask(caller, in.query(caller.account())).map(page -> WINDOW.answer(in.paging(), page));
    }

    @Description("Finds a ticket")
    @GetMapping("/{ticket_id}")
    Mono<Ticket.Single> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTicket(caller.account(), in.ticketId()));
    }

    @Description("Saves a ticket with its event and fan; a known ticket_key changes the ticket, but not its fan")
    @PostMapping
    Mono<SavedTicket> save(Caller caller, @Params Save in) {
        TicketSale sale = in.toSale(caller.account());
        return backend.send(caller, new SaveTickets(sale.ticket(), List.of(sale)))
                .map(saved -> saved.tickets().getFirst());
    }
}
