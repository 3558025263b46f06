package encore.api.updates;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatesQuery.FindUpdates;
import jakarta.validation.constraints.AssertTrue;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves recent changes of performances, idols and idol events. */
@RestController
@Access(scope = "apps", area = Area.FANS, lock = SECRET)
class UpdatesController {

    /** The header with the last_update_time of the next call. */
    static final String UPDATE_TIME = "Encore-Update-Time";

    private static final Duration MAX_AGE = Duration.ofHours(1);
    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(10);

    /** Tolerance for the transit of a call whose time was an hour ago when it was sent. */
    private static final Duration TRANSIT_TIME = Duration.ofSeconds(5);

    record Since(
            @Description("All three kinds are listed when none is true.") @Nullable
            Boolean performances,

            @Nullable Boolean idols,
            @Nullable Boolean idolEvents,

            @Description(
                    "Changes at this time and later: the Encore-Update-Time of the call before, at most an hour ago."
                            + " An hour ago when absent.")
            @Nullable
            Instant lastUpdateTime) {

        @AssertTrue(message = "must be within an hour of now")
        @ErrorField("last_update_time")
        boolean isRecent() {
            Instant now = Instant.now();
            return lastUpdateTime == null
                    || !lastUpdateTime.isAfter(now.plus(MAX_CLOCK_SKEW))
                            && !lastUpdateTime.isBefore(now.minus(MAX_AGE).minus(TRANSIT_TIME));
        }

        Set<UpdateKind> kinds() {
            Set<UpdateKind> wanted = EnumSet.noneOf(UpdateKind.class);
            add(performances, UpdateKind.PERFORMANCE, wanted);
            add(idols, UpdateKind.IDOL, wanted);
            add(idolEvents, UpdateKind.IDOL_EVENT, wanted);
            return wanted.isEmpty()
                    ? EnumSet.of(UpdateKind.PERFORMANCE, UpdateKind.IDOL, UpdateKind.IDOL_EVENT)
                    : wanted;
        }

        private static void add(@Nullable Boolean wanted, UpdateKind kind, Set<UpdateKind> to) {
            if (Boolean.TRUE.equals(wanted)) {
                to.add(kind);
            }
        }

        FindUpdates query(long account) {
            Instant now = Instant.now();
            return new FindUpdates(account, kinds(), lastUpdateTime == null ? now.minus(MAX_AGE) : lastUpdateTime, now);
        }
    }

    private final Backend backend;

    UpdatesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists recent changes; send the Encore-Update-Time header as last_update_time in the next call")
    @GetMapping("/api/v1/crm/get_updates")
    Mono<ChangedRecords> find(Caller caller, @Params Since in, ServerHttpResponse response) {
        return backend.ask(caller, in.query(caller.account()))
                .doOnNext(updates -> response.getHeaders()
                        .set(UPDATE_TIME, Long.toString(updates.next().getEpochSecond())))
                .map(ChangedRecords::of);
    }
}
