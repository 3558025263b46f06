package encore.api.authentication;

import encore.api.access.Cors;
import encore.api.keys.KeyRegistry;
import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.problems.Problem;
import encore.infra.backend.Caller;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Admits calls whose handlers look at the session themselves. */
@Component
public class SessionCalls {

    private final OpenCalls openCalls;
    private final KnownSessions knownSessions;
    private final KeyRegistry keyRegistry;
    private final BanPolicy banPolicy;

    SessionCalls(OpenCalls openCalls, KnownSessions knownSessions, KeyRegistry keyRegistry, BanPolicy banPolicy) {
        this.openCalls = openCalls;
        this.knownSessions = knownSessions;
        this.keyRegistry = keyRegistry;
        this.banPolicy = banPolicy;
    }

    /**
     * Finds a session that a call may name beside its key. The Mono fails with a {@link Problem} when the session is not a
     * live one of the account (401), and when its fan is banned from the show of the campaign (403).
     */
    public Mono<KnownSession> find(long account, long pageTabId, String sessionUid) {
        return knownSessions
                .find(account, sessionUid)
                .doOnNext(session -> banPolicy.mustNotBeShutOut(session, () -> Set.of(pageTabId)));
    }

    /**
     * Returns the caller of a call to which a session alone is enough: a video player has no api_key. The account of the
     * call is that of the thing that the path names, so the handler asks as soon as it knows it. A caller that showed a key
     * or a secret was admitted before, and must be of the account: otherwise the thing is unknown (404). The Mono fails
     * with a {@link Problem} when the session is missing or not a live one of the account (401), when its address or its
     * fan is banned (403), and when the account's limit is reached.
     *
     * @param account the account of the campaign
     * @param sessionUid null when the call shows none
     */
    public Mono<Caller> admit(
            ServerWebExchange exchange, Caller caller, long account, long pageTabId, @Nullable String sessionUid) {
        if (caller.account() != 0) {
            return caller.account() == account ? Mono.just(caller) : Mono.error(Problem::unknown);
        }
        return Mono.defer(() -> {
            Cors.narrow(exchange, keyRegistry.account(account).origins());
            openCalls.admit(exchange, account, Set.of(pageTabId));
            return sessionUid == null
                    ? Mono.error(Problem.unauthorized("session-missing", "Send a session_uid or the api_secret."))
                    : find(account, pageTabId, sessionUid)
                            .map(session -> new Caller(account, session.actor(), caller.context()));
        });
    }
}
