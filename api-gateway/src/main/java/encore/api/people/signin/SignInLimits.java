package encore.api.people.signin;

import com.github.benmanes.caffeine.cache.Ticker;
import encore.api.access.CallSource;
import encore.api.authentication.OpenCalls;
import encore.api.authentication.RefusedSignIns;
import encore.api.limits.AddressLimit;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.limits.WindowCounters;
import encore.api.problems.Problem;
import encore.api.server.GatewaySettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Limits the sign-ins of people: wrong ones by address as those of fans, and by email. Of several gateways each takes its
 * part, rounded up. Emails of nobody count like those of people, so that a limit does not tell who works for an account.
 */
@Component
class SignInLimits {

    /** The type of the refusal after too many tries. */
    static final String TOO_MANY = "too-many-tries";

    private static final int WRONG_TRIES = 10;
    private static final Duration TRIES_WINDOW = Duration.ofMinutes(15);
    private static final int LINKS = 5;
    private static final Duration LINKS_WINDOW = Duration.ofHours(1);

    private final LoginLimits loginLimits;
    private final RefusedSignIns refusedSignIns;
    private final WindowCounters<AccountAndEmail> tries;
    private final WindowCounters<AccountAndEmail> links;

    /** A normalised email of an account. */
    private record AccountAndEmail(long account, String email) {}

    SignInLimits(LoginLimits loginLimits, RefusedSignIns refusedSignIns, GatewaySettings settings) {
        this.loginLimits = loginLimits;
        this.refusedSignIns = refusedSignIns;
        int gateways = settings.gateways();
        tries = new WindowCounters<>(TRIES_WINDOW, share(WRONG_TRIES, gateways), Ticker.systemTicker());
        links = new WindowCounters<>(LINKS_WINDOW, share(LINKS, gateways), Ticker.systemTicker());
    }

    private static int share(int whole, int gateways) {
        return (whole + gateways - 1) / gateways;
    }

    /** Throws a {@link Problem} (429) after too many wrong tries from the address, or with the email. */
    void mustBeWithin(ServerHttpRequest request, long account, String email) {
        mustBeWithin(request, account);
        AccountAndEmail key = new AccountAndEmail(account, email);
        if (tries.isAtLimit(key)) {
            throw tooMany(tries.untilReset(key));
        }
    }

    /** Throws a {@link Problem} (429) after too many wrong tries from the address. */
    void mustBeWithin(ServerHttpRequest request, long account) {
        loginLimits.mustBeWithin(caller(request, account), AddressLimit.WRONG_CREDENTIALS);
    }

    /** Counts a wrong try with an email. */
    void countWrong(long account, String email) {
        tries.count(new AccountAndEmail(account, email));
    }

    /**
     * Counts a wrong try for the address, and for the journal.
     *
     * @param journalAccount 0 for an account that does not exist
     * @param personUid null for an email of nobody
     */
    void countRefused(ServerHttpRequest request, long account, long journalAccount, @Nullable String personUid) {
        countAddress(request, account);
        refusedSignIns.count(journalAccount, personUid, OpenCalls.address(request));
    }

    /** Counts a wrong try for the address. */
    void countAddress(ServerHttpRequest request, long account) {
        loginLimits.count(caller(request, account), AddressLimit.WRONG_CREDENTIALS);
    }

    /** Counts a link that was asked for. Returns whether it may be sent; throws a {@link Problem} for the address. */
    boolean takeLink(ServerHttpRequest request, long account, String email) {
        loginLimits.take(caller(request, account), AddressLimit.UNUSED_CODES);
        return links.tryCount(new AccountAndEmail(account, email));
    }

    static Problem tooMany(Duration wait) {
        return Problem.tooMany(TOO_MANY, "Too many wrong tries; try again later.", wait);
    }

    private static LoginCaller caller(ServerHttpRequest request, long account) {
        return new LoginCaller(account, new CallSource(false, OpenCalls.address(request)), null);
    }
}
