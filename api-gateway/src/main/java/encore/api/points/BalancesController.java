package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.time.AsOf;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves a fan's balances, present or past. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage")
class BalancesController {

    record OfFan(
            long fanId,
            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    BalancesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a fan's balances by point type, now or at an earlier moment")
    @GetMapping("/fans/{fan_id}/balances")
    Mono<List<Balance>> findBalances(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindBalances(caller.account(), in.fanId(), in.asOf()));
    }
}
