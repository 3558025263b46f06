package encore.api.messages;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.Principal;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.contacts.messages.DemoMessage;
import encore.kernel.contacts.messages.MessagesQuery.FindDemoMessages;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows the messages with codes that a demo without mail server or SMS webhook would have sent. */
@RestController
@Access(scope = "manage", area = Area.CONTACTS, lock = SECRET)
@RequestMapping("/api/v1/manage/outbox")
class DemoMessagesController {

    private static final Pages.Next PAGES = Pages.next("next_message_key");
    private static final int ROWS = 100;
    private static final Right CHANGE_PEOPLE = new Right(Area.PEOPLE, true);

    record Find(
            @Nullable @Min(1) @Max(500) Integer limit,

            @Nullable @Pattern(regexp = "\\d{1,15}") String nextMessageKey) {

        NextKey paging() {
            return new NextKey(nextMessageKey, limit == null ? ROWS : limit);
        }
    }

    private final Backend backend;

    DemoMessagesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the messages with codes that the demo shows instead of sending them, newest first")
    @GetMapping
    Mono<Listing<Pages.NextMeta, DemoMessage>> all(Caller caller, Principal principal, @Params Find in) {
        return backend.ask(caller, new FindDemoMessages(caller.account(), seesLinks(principal), in.paging()))
                .map(page -> PAGES.answer(in.paging(), page));
    }

    /** Whether the caller may see links by which people set passwords: with one of an owner it could become the owner. */
    private static boolean seesLinks(Principal principal) {
        return principal.role() == null || principal.has(CHANGE_PEOPLE);
    }
}
