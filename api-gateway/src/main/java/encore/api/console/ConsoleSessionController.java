package encore.api.console;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.api.authentication.ConsoleSessions.Session;
import encore.api.input.Description;
import encore.api.journal.OperationJournal;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.KeyCommand.EndConsoleSession;
import encore.kernel.accounts.KeyId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
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

    /** The session: its account and key, and the seconds until it ends unless it is renewed. */
    record SignedIn(long account, String apiKey, long seconds) {}

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
    @Access(scope = "manage", lock = Lock.SECRET, signIn = true)
    @PostMapping
    Mono<ResponseEntity<SignedIn>> signIn(Caller caller, ActiveKey key, ServerWebExchange exchange) {
        ResponseCookie cookie = consoleSessions.issueCookie(exchange, key);
        return note(caller, key, exchange)
                .thenReturn(ResponseEntity.ok()
                        .header(HttpHeaders.SET_COOKIE, cookie.toString())
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .body(new SignedIn(
                                key.account(), key.apiKey(), cookie.getMaxAge().toSeconds())));
    }

    /** Records a sign-in. Renewing a cookie is none. */
    private Mono<Void> note(Caller caller, ActiveKey key, ServerWebExchange exchange) {
        return exchange.getAttribute(ConsoleSessions.SESSION) == null
                ? operationJournal.note(caller, exchange, "SignInAtConsole", key.apiKey())
                : Mono.empty();
    }

    @Description("Signs out: the session ends on every gateway, and copies of its cookie become useless")
    @Access(lock = Lock.OPEN)
    @DeleteMapping
    Mono<ResponseEntity<Boolean>> signOut(Caller caller, ServerWebExchange exchange) {
        ResponseCookie gone = consoleSessions.expireCookie(exchange.getRequest());
        return end(caller, consoleSessions.findForCall(exchange.getRequest()))
                .thenReturn(ResponseEntity.ok()
                        .header(HttpHeaders.SET_COOKIE, gone.toString())
                        .body(true));
    }

    private Mono<Void> end(Caller anybody, @Nullable Session session) {
        if (session == null) {
            return Mono.empty();
        }
        ActiveKey key = session.key();
        Caller owner = new Caller(key.account(), key.consoleActor(), anybody.context());
        return backend.send(
                        owner,
                        new EndConsoleSession(
                                new KeyId(key.account(), key.apiKey()), session.name(), session.latestExpiry()))
                .then(keyRegistry.whenEnded(key.apiKey(), session.name()));
    }
}
