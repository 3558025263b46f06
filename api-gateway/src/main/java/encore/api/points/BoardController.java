package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.points.LeaderboardRow.ConsoleRank;
import encore.kernel.points.PointsQuery.FindTopFans;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the top of an all-time leaderboard to the console. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/leaderboard")
class BoardController {

    private static final int ROWS = 50;

    record Top(
            @NotBlank @Size(max = 128) String pointName,

            @Default("50") @Nullable @Min(1) @Max(1_000) Integer limit) {}

    private final Backend backend;

    BoardController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the fans with the most points of a type")
    @GetMapping
    Mono<List<ConsoleRank>> findLeaderboard(Caller caller, @Params Top in) {
        int limit = in.limit() == null ? ROWS : in.limit();
        return backend.ask(caller, new FindTopFans(caller.account(), in.pointName(), limit));
    }
}
