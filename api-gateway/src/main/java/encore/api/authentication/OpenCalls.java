package encore.api.authentication;

import encore.api.keys.CallLimit;
import encore.api.keys.KeyRegistry;
import encore.api.problems.Problem;
import encore.api.wire.AnswerHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Admits calls that need no key as soon as their account is known: by the account's bans and against its limit of calls.
 * The handler of such a call asks it, since nothing before the handler knows the account. It waits for
 * {@link KeyRegistry#whenReady} first, where its access rule does not.
 */
@Component
public class OpenCalls {

    private final KeyRegistry keyRegistry;
    private final BanPolicy banPolicy;

    OpenCalls(KeyRegistry keyRegistry, BanPolicy banPolicy) {
        this.keyRegistry = keyRegistry;
        this.banPolicy = banPolicy;
    }

    /**
     * Counts a call; throws a {@link Problem} when the account has banned the caller's address, or when the account's
     * limit is reached.
     */
    public void admit(ServerWebExchange exchange, long account) {
        admit(exchange, account, Set.of());
    }

    /** Throws a {@link Problem} when the account has banned the caller's address. The call is not counted. */
    public void admitUncounted(ServerWebExchange exchange, long account) {
        if (banPolicy.isBanned(account, address(exchange.getRequest()), Set::of)) {
            throw Problem.banned();
        }
    }

    /** @param pageTabs the campaigns that the call names. Bans of one of them count too */
    void admit(ServerWebExchange exchange, long account, Set<Long> pageTabs) {
        if (banPolicy.isBanned(account, address(exchange.getRequest()), () -> pageTabs)) {
            throw Problem.banned();
        }
        CallLimit limit = keyRegistry.account(account).limit();
        boolean admitted = limit.tryCall();
        limit.writeHeaders(AnswerHeaders.of(exchange.getResponse()));
        if (!admitted) {
            throw limit.exceededProblem();
        }
    }

    /** Returns the caller's address; null when it is not known. */
    public static @Nullable InetAddress address(ServerHttpRequest request) {
        InetSocketAddress remote = request.getRemoteAddress();
        return remote == null ? null : remote.getAddress();
    }
}
