package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfFan;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the tickets of a fan, whether or not the fan can be reached. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/tickets")
class TicketsOfFanController {

    private static final int ROWS = 1_000;
    private static final Pages.Window WINDOW = Pages.window("ticket_id");

    record OfFan(
            long fanId,

            @Description("Only ids greater than this.") @Default("0") @Nullable @Min(0)
            Long minTicketId) {

        IdWindow paging() {
            return new IdWindow(minTicketId == null ? 0 : minTicketId, null, ROWS);
        }

        FindTicketsOfFan query(long account) {
            return new FindTicketsOfFan(account, fanId, new NextKey(String.valueOf(paging().min()), ROWS));
        }
    }

    private final Backend backend;

    TicketsOfFanController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's tickets, deleted ones included, oldest first, 1,000 a page")
    @GetMapping
    Mono<Listing<Pages.WindowMeta, Ticket>> findTicketsOfFan(Caller caller, @Params OfFan in) {
        return backend.ask(caller, in.query(caller.account())).map(page -> WINDOW.answer(in.paging(), page));
    }
}
