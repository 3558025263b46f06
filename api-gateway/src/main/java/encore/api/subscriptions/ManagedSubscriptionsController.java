package encore.api.subscriptions;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.subscriptions.Subscription;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscription;
import encore.kernel.subscriptions.SubscriptionId;
import encore.kernel.subscriptions.SubscriptionQuery.FindSubscriptions;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the subscriptions of a partner's users. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/partner_subscriptions")
class ManagedSubscriptionsController {

    private static final int ROWS = 500;

    record One(@Size(max = 64) String subscriptionUid) {}

    private final Backend backend;

    ManagedSubscriptionsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the subscriptions of a partner's users, oldest first")
    @GetMapping
    Flux<Subscription> listSubscriptions(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new FindSubscriptions(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Ends a subscription, and destroys the key of its user and its devices")
    @DeleteMapping("/{subscription_uid}")
    Mono<Boolean> endSubscription(Caller caller, @Params One in) {
        return backend.send(caller, new EndSubscription(new SubscriptionId(caller.account(), in.subscriptionUid())))
                .thenReturn(true);
    }
}
