package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.http.About;
import encore.api.http.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The top of a leaderboard, of all time: what the console shows. */
@RestController
@Access(scope = "manage", lock = SECRET)
@RequestMapping("/api/v1/manage/leaderboard")
class BoardController {

    private static final int ROWS = 50;
    private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);
    private static final LocalDate LAST = LocalDate.of(2999, 12, 31);

    record Top(
            @NotBlank @Size(max = 128) String pointName,

            @About("Default 50.") @Nullable @Min(1) @Max(1_000)
            Integer limit) {}

    /** A fan's place; the name is null for one that was erased. */
    record Place(long rank, long fanId, @Nullable String displayName, long fanPointCount) {}

    private final Backend backend;
    private final PointNames names;

    BoardController(Backend backend, PointNames names) {
        this.backend = backend;
        this.names = names;
    }

    @About("The fans with the most points of a type")
    @GetMapping
    Mono<List<Place>> top(Caller caller, @Params Top in) {
        NextKey first = new NextKey(null, in.limit() == null ? ROWS : in.limit());
        return backend.ask(caller, new FindLeaderboard(caller.account(), in.pointName(), FIRST, LAST, first))
                .flatMap(page -> named(caller, page.rows()));
    }

    private Mono<List<Place>> named(Caller caller, List<LeaderboardRow> rows) {
        return names.ofFans(caller, rows.stream().map(LeaderboardRow::fanId).toList())
                .map(fans -> rows.stream().map(row -> place(row, fans)).toList());
    }

    private static Place place(LeaderboardRow row, Map<Long, String> fans) {
        return new Place(row.rank(), row.fanId(), fans.get(row.fanId()), row.fanPointCount());
    }
}
