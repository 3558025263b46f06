package encore.api.console;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.api.authentication.ConsoleSessions.IssuedCookie;
import encore.api.authentication.ConsoleSessions.Session;
import encore.api.input.Description;
import encore.api.journal.OperationJournal;
import encore.api.keys.ActiveKey;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.KeyCommand.EndConsoleSession;
import encore.kernel.accounts.KeyId;
import encore.kernel.people.signin.PersonCommand.EndPersonSession;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Signs users in at the console, and out again. */
@RestController
@RequestMapping("/console/session")
class ConsoleSessionController {

    /**
     * The session, and the seconds until it ends unless it is renewed.
     *
     * @param secondsAtMost the seconds until it ends however often it is renewed
     * @param apiKey null for a person's session
     * @param personUid null for a key pair's session
     */
    record SignedIn(
            long account, @Nullable String apiKey, @Nullable String personUid, long seconds, long secondsAtMost) {

        static SignedIn of(Principal principal, IssuedCookie issued) {
            long seconds = issued.cookie().getMaxAge().toSeconds();
            return switch (principal) {
                case ActiveKey key -> new SignedIn(key.account(), key.apiKey(), null, seconds, issued.secondsAtMost());
                case ActivePerson person ->
                    new SignedIn(person.account(), null, person.id().uid(), seconds, issued.secondsAtMost());
            };
        }
    }

    private final ConsoleSessions consoleSessions;
    private final KeyRegistry keyRegistry;
    private final Backend backend;
    private final OperationJournal operationJournal;

    ConsoleSessionController(
            ConsoleSessions consoleSessions,
            KeyRegistry keyRegistry,
            Backend backend,
            OperationJournal operationJournal) {
        this.consoleSessions = consoleSessions;
        this.keyRegistry = keyRegistry;
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Takes a key pair once and answers with a cookie; with a cookie, renews it")
    @Access(scope = "manage", lock = Lock.SECRET, own = true, signIn = true)
    @PostMapping
    Mono<SignedIn> signIn(Caller caller, Principal principal, ServerWebExchange exchange) {
        IssuedCookie issued = consoleSessions.issueCookie(exchange, principal);
        return note(caller, principal, exchange)
                .then(Mono.fromRunnable(() -> exchange.getResponse().addCookie(issued.cookie())))
                .thenReturn(SignedIn.of(principal, issued));
    }

    /** Records the sign-in of a key pair. Renewing a cookie is none. */
    private Mono<Void> note(Caller caller, Principal principal, ServerWebExchange exchange) {
        return principal instanceof ActiveKey key && exchange.getAttribute(ConsoleSessions.SESSION) == null
                ? operationJournal.note(caller, exchange, "SignInAtConsole", key.apiKey())
                : Mono.empty();
    }

    @Description("Signs out: the session ends on every gateway, and copies of its cookie become useless")
    @Access(lock = Lock.OPEN)
    @DeleteMapping
    Mono<Boolean> signOut(Caller caller, ServerWebExchange exchange) {
        ResponseCookie gone = consoleSessions.expireCookie(exchange.getRequest());
        return end(caller, consoleSessions.findForCall(exchange.getRequest()))
                .then(Mono.fromRunnable(() -> exchange.getResponse().addCookie(gone)))
                .thenReturn(true);
    }

    private Mono<Void> end(Caller anybody, @Nullable Session session) {
        if (session == null) {
            return Mono.empty();
        }
        Caller owner = new Caller(session.principal().account(), session.actor(), anybody.context());
        return switch (session.principal()) {
            case ActiveKey key -> end(owner, key, session);
            case ActivePerson person -> end(owner, person, session);
        };
    }

    private Mono<Void> end(Caller owner, ActiveKey key, Session session) {
        return backend.send(
                        owner,
                        new EndConsoleSession(
                                new KeyId(key.account(), key.apiKey()), session.name(), session.latestExpiry()))
                .then(keyRegistry.whenEnded(key.apiKey(), session.name()));
    }

    private Mono<Void> end(Caller owner, ActivePerson person, Session session) {
        int generation = person.generation();
        return backend.send(owner, new EndPersonSession(person.id(), session.name(), session.latestExpiry()))
                .then(keyRegistry.whenPerson(
                        person.id(), now -> now == null || !now.isLive(generation, session.name())));
    }
}
