package encore.api.shows.scores;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.authentication.SessionCalls;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.shows.SharedReads;
import encore.api.shows.ShowFan;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.shows.boards.ShowBoardQuery.FindShowLeaderboard;
import encore.kernel.shows.boards.ShowRank;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the leaderboard of a live show. */
@RestController
@Access(scope = "apps", lock = KEY)
@RequestMapping("/api/v1/fanxp/{page_tab_id}/leaderboard")
class ShowLeaderboardController {

    private static final int ROWS = 100;

    record Find(
            long pageTabId,

            @Description("A live session. Required with friends_only.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("Only the fan of the session and its approved connections.") @Default("false") @Nullable
            Boolean friendsOnly,

            @Default("100") @Nullable @Min(1) @Max(1_000) Integer limit) {

        @AssertTrue(message = "is required with friends_only")
        @ErrorField("session_uid")
        boolean isOfKnownFan() {
            return !isOfFriends() || sessionUid != null;
        }

        boolean isOfFriends() {
            return Boolean.TRUE.equals(friendsOnly);
        }

        FindShowLeaderboard query(long account, @Nullable Long friendsOf) {
            return new FindShowLeaderboard(account, pageTabId, limit == null ? ROWS : limit, friendsOf);
        }
    }

    private final Backend backend;
    private final SharedReads sharedReads;
    private final SessionCalls sessionCalls;

    ShowLeaderboardController(Backend backend, SharedReads sharedReads, SessionCalls sessionCalls) {
        this.backend = backend;
        this.sharedReads = sharedReads;
        this.sessionCalls = sessionCalls;
    }

    @Description("Lists the best fans of a show")
    @GetMapping
    Mono<List<ShowRank>> findShowLeaderboard(Caller caller, @Params Find in) {
        String sessionUid = in.sessionUid();
        if (sessionUid == null) {
            return sharedReads.ask(caller, in.query(caller.account(), null));
        }
        return sessionCalls
                .find(caller.account(), in.pageTabId(), sessionUid)
                .flatMap(session -> in.isOfFriends()
                        ? backend.ask(caller, in.query(caller.account(), ShowFan.of(session)))
                        : sharedReads.ask(caller, in.query(caller.account(), null)));
    }
}
