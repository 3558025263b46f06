package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.access.Moments;
import encore.api.http.About;
import encore.api.http.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.AsOf;
import encore.kernel.points.Balance;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindBalancesAsOf;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What a fan has, and had. */
@RestController
@Access(scope = "manage", lock = SECRET)
@RequestMapping("/api/v1/manage")
class BalancesController {

    record OfFan(
            long fanId,

            @About(Moments.ABOUT) @Nullable @Size(max = Moments.LENGTH)
            String asOf) {}

    private final Backend backend;
    private final Moments moments;

    BalancesController(Backend backend, Moments moments) {
        this.backend = backend;
        this.moments = moments;
    }

    @About("What a fan has, or had, by point type")
    @GetMapping("/fans/{fan_id}/balances")
    Mono<List<Balance>> balances(Caller caller, @Params OfFan in) {
        return in.asOf() == null || in.asOf().isEmpty()
                ? backend.ask(caller, new FindBalances(caller.account(), in.fanId()))
                : moments.at(caller, in.asOf()).flatMap(then -> asOf(then, in.fanId()));
    }

    private Mono<List<Balance>> asOf(Moments.Then then, long fan) {
        AsOf asOf = Objects.requireNonNull(then.asOf());
        return backend.ask(then.caller(), new FindBalancesAsOf(then.caller().account(), fan, asOf));
    }
}
