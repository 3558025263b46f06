package encore.api.browserlogin;

import static encore.api.access.Lock.KEY;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSessions;
import encore.api.limits.AddressLimit;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Refusal;
import encore.kernel.browserlogin.BrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.UseBrowserCode;
import encore.kernel.browserlogin.ExchangedBrowserCode;
import encore.kernel.sessions.Session;
import encore.kernel.sessions.SessionId;
import encore.kernel.sessions.SessionQuery.FindSession;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** Exchanges the code of a browser login for a session (spec 1, 4). */
@RestController
@Access(lock = KEY)
class AccessTokenController {

    record Exchange(
            @Description("The code that the browser brought. It holds for 60 seconds, once.") @NotEmpty @Size(max = 64)
            String code,

            @Description("If sent, it must be the account of the key.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long accountId,

            @Description("The redirect_url of the login, byte by byte.") @NotEmpty @Size(max = 2_048)
            String redirectUrl,

            @Description("The PKCE verifier. Required where the login had a code_challenge, and only there.")
            @Nullable
            @Size(max = 128)
            String codeVerifier) {}

    private static final String WRONG = "code-wrong";

    private final Backend backend;
    private final KnownSessions knownSessions;
    private final LoginLimits loginLimits;

    AccessTokenController(Backend backend, KnownSessions knownSessions, LoginLimits loginLimits) {
        this.backend = backend;
        this.knownSessions = knownSessions;
        this.loginLimits = loginLimits;
    }

    @Description("Exchanges the code of a browser login for a session")
    @GetMapping("/crm/access_token")
    Mono<Session> exchangeCode(Caller caller, CallSource source, ServerHttpRequest request, @Params Exchange in) {
        mustBeGet(request);
        var limited = new LoginCaller(caller.account(), source, null);
        loginLimits.mustBeWithin(limited, AddressLimit.WRONG_CREDENTIALS);
        return exchange(caller, in)
                .doOnError(
                        AccessTokenController::isWrongCode,
                        wrong -> loginLimits.count(limited, AddressLimit.WRONG_CREDENTIALS));
    }

    private Mono<Session> exchange(Caller caller, Exchange in) {
        BrowserCode code = BrowserCode.parse(in.code());
        if (code == null || in.accountId() != null && in.accountId() != caller.account()) {
            return Mono.error(wrongCode());
        }
        String uid = Ids.sessionUid();
        SessionId session = new SessionId(caller.account(), knownSessions.refOf(uid));
        String challenge = CodeChallenge.of(in.codeVerifier());
        return backend.send(caller, new UseBrowserCode(session, code, in.redirectUrl(), challenge, Instant.now()))
                .doOnNext(exchanged -> mustHaveOpened(caller, exchanged))
                .then(Mono.defer(() -> backend.ask(caller, new FindSession(caller.account(), session.ref()))))
                .onErrorMap(AccessTokenController::toWrongCode)
                .map(found -> found.shownAs(uid));
    }

    /** A HEAD request would use the code up, and nobody would see the session. */
    private static void mustBeGet(ServerHttpRequest request) {
        if (HttpMethod.HEAD.equals(request.getMethod())) {
            throw new MethodNotAllowedException(HttpMethod.HEAD, List.of(HttpMethod.GET));
        }
    }

    private void mustHaveOpened(Caller caller, ExchangedBrowserCode exchanged) {
        if (exchanged.endedSession() != null) {
            knownSessions.forget(caller.account(), exchanged.endedSession());
        }
        if (exchanged.session() == null) {
            throw wrongCode();
        }
    }

    /**
     * A fan, business or campaign that is gone since the code was issued makes the code a wrong one. So does a second use
     * of the code, a new password or an erasure that ends the session before this call can read it.
     */
    private static Throwable toWrongCode(Throwable failure) {
        return failure instanceof Refusal refusal
                        && (refusal.kind() == Refusal.Kind.RULE || refusal.kind() == Refusal.Kind.UNKNOWN)
                ? wrongCode()
                : failure;
    }

    private static boolean isWrongCode(Throwable failure) {
        return failure instanceof Problem problem && problem.type().equals(WRONG);
    }

    private static Problem wrongCode() {
        return Problem.unauthorized(WRONG, "The code is wrong, over or used, or was issued for another login.");
    }
}
