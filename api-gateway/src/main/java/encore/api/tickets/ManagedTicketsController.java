package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.names.KeySpelling;
import encore.kernel.people.Area;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.SavedTickets;
import encore.kernel.tickets.TicketBuyerBuilder;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketsCommand.CompleteTickets;
import encore.kernel.tickets.TicketsCommand.TicketCompletion;
import encore.kernel.tickets.sales.Money;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Sets the fields of tickets that no call of the contract sets. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/tickets")
class ManagedTicketsController {

    private static final int MAX_TICKETS = 100;

    record Complete(
            @Description("The tickets. The body may also be the list itself.") @NotEmpty @Size(max = MAX_TICKETS)
            List<@Valid Row> tickets) {}

    /** Additional fields of the ticket with this key. Absent fields stay. */
    record Row(
            @Nullable @Size(max = 255) String network,
            @NotBlank @Size(max = 255) String ticketKey,

            @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS) @Nullable
            BigDecimal orderAmount,

            @Nullable @Size(max = 255) String barcode,
            @Nullable @Size(max = 255) String lookupId,
            @Nullable @Size(max = 255) String sectionName,
            @Nullable @Size(max = 255) String rowName,
            @Nullable @Size(max = 255) String seatNum,
            @Nullable @Size(max = 255) String ticketCategory,
            @Nullable @Size(max = 255) String ticketType,
            @Nullable @Size(max = 255) String ticketTypeCategory,
            @Nullable @Size(max = 255) String importUid,
            @Nullable @Size(max = 255) String planEventKey,
            @Nullable @Size(max = 255) String customerDsn) {

        TicketCompletion completion() {
            var details = TicketDetailsBuilder.builder()
                    .orderAmount(orderAmount)
                    .barcode(KeySpelling.ofCode(barcode))
                    .lookupId(KeySpelling.ofCode(lookupId))
                    .sectionName(sectionName)
                    .rowName(rowName)
                    .seatNum(seatNum)
                    .ticketCategory(ticketCategory)
                    .ticketType(ticketType)
                    .ticketTypeCategory(ticketTypeCategory)
                    .importUid(importUid)
                    .planEventKey(planEventKey)
                    .build();
            return new TicketCompletion(
                    network,
                    ticketKey,
                    details,
                    TicketBuyerBuilder.builder().customerDsn(customerDsn).build());
        }
    }

    private final Backend backend;

    ManagedTicketsController(Backend backend) {
        this.backend = backend;
    }

    @Description(
            "Sets the fields of up to 100 tickets that only the management API has; an unknown ticket changes none")
    @PostMapping
    Mono<List<SavedTicket>> completeTickets(Caller caller, @Params Complete in) {
        var rows = in.tickets().stream().map(Row::completion).toList();
        return backend.send(caller, new CompleteTickets(new TicketId(caller.account(), Ids.uid()), rows))
                .map(SavedTickets::tickets);
    }
}
