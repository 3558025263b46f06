package encore.api.deliveries;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.deliveries.DeliveriesCommand.ReadDeliveries;
import encore.kernel.deliveries.DeliveriesCommand.ReleaseDeliveries;
import encore.kernel.deliveries.DeliveriesId;
import encore.kernel.deliveries.DeliveriesState;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows whether the installation sends webhooks, mail and text messages, and releases them after a restore. */
@RestController
@Access(lock = Lock.OPERATOR)
@RequestMapping("/api/v1/manage/deliveries")
class DeliveriesController {

    private final Backend backend;

    DeliveriesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Shows whether webhooks, mail and text messages are held")
    @GetMapping
    Mono<DeliveriesState> findDeliveries(Caller caller) {
        return backend.send(caller, new ReadDeliveries(new DeliveriesId(caller.account())));
    }

    @Description("Lets webhooks, mail and text messages go that are held since a restore or a copy")
    @PostMapping("/release")
    Mono<DeliveriesState> releaseDeliveries(Caller caller) {
        return backend.send(caller, new ReleaseDeliveries(new DeliveriesId(caller.account())));
    }
}
