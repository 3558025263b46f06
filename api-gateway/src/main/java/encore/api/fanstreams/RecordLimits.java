package encore.api.fanstreams;

import static encore.api.limits.AddressLimit.FAILED_LOOKUPS;
import static encore.api.limits.AddressLimit.NEW_FANS;

import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.access.CallSource;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.limits.WindowCounters;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import encore.kernel.Refusal;
import encore.kernel.fanstreams.records.PostedRecord;
import encore.kernel.fanstreams.records.StreamRecordCommand.PostAuthor;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Limits records that are sent with the public key alone: 60 an hour for an email, and 60 a minute for an address. The
 * answer "name required" reveals that no fan has the email, so it counts as a look-up that found nobody, and a new fan counts
 * as one of a sign-up.
 */
@Component
class RecordLimits {

    private static final String TYPE = "record-limit";
    private static final String NAME_MISSING = "name-missing";
    private static final int MOST = 60;

    private final LoginLimits loginLimits;
    private final WindowCounters<AccountAndEmail> byEmail =
            new WindowCounters<>(Duration.ofHours(1), MOST, Ticker.systemTicker());
    private final WindowCounters<AccountAndNetwork> byAddress =
            new WindowCounters<>(Duration.ofMinutes(1), MOST, Ticker.systemTicker());

    private record AccountAndEmail(long account, String email) {}

    private record AccountAndNetwork(long account, InetAddress network) {}

    RecordLimits(LoginLimits loginLimits) {
        this.loginLimits = loginLimits;
    }

    /** Sends a record, or fails with a {@link Problem} (429) when the email or the address is at its limit. */
    Mono<PostedRecord> within(Caller caller, CallSource source, PostAuthor author, Supplier<Mono<PostedRecord>> send) {
        if (source.withSecret()) {
            return send.get();
        }
        var limited = new LoginCaller(caller.account(), source, null);
        take(caller.account(), author.email(), limited);
        loginLimits.mustBeWithin(limited, FAILED_LOOKUPS);
        loginLimits.take(limited, NEW_FANS);
        return send.get()
                .doOnNext(posted -> {
                    if (posted.fanId() != author.newFan().number()) {
                        loginLimits.giveBack(limited, NEW_FANS);
                    }
                })
                .doOnError(Refusal.class, refusal -> {
                    loginLimits.giveBack(limited, NEW_FANS);
                    if (refusal.type().equals(NAME_MISSING)) {
                        loginLimits.count(limited, FAILED_LOOKUPS);
                    }
                });
    }

    private void take(long account, String email, LoginCaller limited) {
        InetAddress network = loginLimits.networkOf(limited);
        if (network != null) {
            var address = new AccountAndNetwork(account, network);
            if (!byAddress.tryCount(address)) {
                throw Problem.tooMany(TYPE, "Too many records came from this address.", byAddress.untilReset(address));
            }
        }
        var sender = new AccountAndEmail(account, email);
        if (!byEmail.tryCount(sender)) {
            throw Problem.tooMany(TYPE, "Too many records came with this email.", byEmail.untilReset(sender));
        }
    }
}
