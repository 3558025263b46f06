package encore.api.limits;

import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.loginsettings.CodeChannel;
import encore.kernel.loginsettings.GrantedCodes;
import encore.kernel.loginsettings.LoginSettingsCommand.GrantCodes;
import encore.kernel.loginsettings.LoginSettingsId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Counts the login codes of each account and day. The log counts them, for all gateways together; a gateway is granted
 * some codes at a time and spends them from memory. So the limit survives restarts, and a gateway that ends loses only
 * the codes of its last grant.
 */
@Component
public class CodeBudget {

    /** The time for which a used-up day is not asked about again. An account that raises its limit waits no longer. */
    private static final Duration ASKED_AGAIN_AFTER = Duration.ofSeconds(10);

    private final Backend backend;
    private final InstantSource clock;
    private final Map<AccountAndChannel, Grants> grants = new ConcurrentHashMap<>();

    private record AccountAndChannel(long account, CodeChannel channel) {}

    @Autowired
    CodeBudget(Backend backend) {
        this(backend, InstantSource.system());
    }

    CodeBudget(Backend backend, InstantSource clock) {
        this.backend = backend;
        this.clock = clock;
    }

    /**
     * Takes one of the account's codes of today. Fails with a {@link Problem} (429) when there is none left. Calls with
     * the secret count as well.
     */
    public Mono<Void> take(Caller caller, CodeChannel channel) {
        Grants own = grants.computeIfAbsent(new AccountAndChannel(caller.account(), channel), first -> new Grants());
        var command = new GrantCodes(new LoginSettingsId(caller.account()), channel);
        // A grant is the gateway's and not the request's: a repeat of the request must not be granted the same codes.
        var gateway = new Caller(caller.account(), caller.actor(), RequestContext.defaults());
        return take(own, () -> backend.send(gateway, command));
    }

    private Mono<Void> take(Grants own, Supplier<Mono<GrantedCodes>> next) {
        return Mono.defer(() -> {
            if (own.tryTake(clock.instant())) {
                return Mono.empty();
            }
            Instant usedUpUntil = own.usedUpUntil(clock.instant());
            return usedUpUntil == null
                    ? own.next(next, clock).then(take(own, next))
                    : Mono.error(Problem.tooMany(
                            "codes-used-up",
                            "The account has sent all its login codes of today.",
                            Duration.between(clock.instant(), usedUpUntil)));
        });
    }

    /** Returns a code that was not sent after all. */
    public void giveBack(Caller caller, CodeChannel channel) {
        Grants own = grants.get(new AccountAndChannel(caller.account(), channel));
        if (own != null) {
            own.giveBack();
        }
    }

    /** The codes that this gateway may still send for one account. */
    private static final class Grants {

        private int left;
        private Instant endOfDay = Instant.MIN;
        private Instant askAgainAt = Instant.MIN;
        private @Nullable Mono<GrantedCodes> pending;

        synchronized boolean tryTake(Instant now) {
            if (left == 0 || !now.isBefore(endOfDay)) {
                return false;
            }
            left--;
            return true;
        }

        synchronized void giveBack() {
            left++;
        }

        /** Returns the end of a day whose codes are used up; null when it is time to ask for more. */
        synchronized @Nullable Instant usedUpUntil(Instant now) {
            return left == 0 && now.isBefore(askAgainAt) && now.isBefore(endOfDay) ? endOfDay : null;
        }

        /** Asks for more codes, once for all callers that wait. */
        synchronized Mono<GrantedCodes> next(Supplier<Mono<GrantedCodes>> ask, InstantSource clock) {
            if (pending == null) {
                pending = ask.get()
                        .doOnNext(granted -> add(granted, clock.instant()))
                        .doOnError(failed -> forget())
                        .cache();
            }
            return pending;
        }

        private synchronized void add(GrantedCodes granted, Instant now) {
            left = granted.count() + (now.isBefore(endOfDay) ? left : 0);
            endOfDay = now.plusSeconds(granted.secondsLeft());
            askAgainAt = granted.count() == 0 ? now.plus(ASKED_AGAIN_AFTER) : Instant.MIN;
            pending = null;
        }

        private synchronized void forget() {
            pending = null;
        }
    }
}
