package encore.api.home;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.Principal;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.home.Home;
import encore.kernel.home.HomeQuery;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows the start page of an account. Each part needs a right of its own, so a caller gets the parts that it may read. */
@RestController
@Access(scope = "manage", own = true, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/home")
class HomeController {

    private static final int WEEK = 7;

    record Find(
            @Description("Days of the window, today included. Left out: 7.") @Nullable @Min(1) @Max(HomeQuery.MAX_DAYS)
            Integer days) {}

    private final Backend backend;

    HomeController(Backend backend) {
        this.backend = backend;
    }

    @Description("Shows the numbers of some days, the agenda, and the things that need somebody")
    @GetMapping
    Mono<Home> findHome(Caller caller, Principal principal, @Params Find in) {
        int days = in.days() == null ? WEEK : in.days();
        return backend.ask(caller, new FindHome(caller.account(), days, Instant.now(), rights(principal)));
    }

    private static Set<Right> rights(Principal principal) {
        return Arrays.stream(Area.values())
                .flatMap(area -> Stream.of(new Right(area, false), new Right(area, true)))
                .filter(principal::has)
                .collect(Collectors.toUnmodifiableSet());
    }
}
