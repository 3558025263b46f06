package encore.api.logins;

import encore.api.limits.AddressLimit;
import encore.api.limits.LoginLimits;
import encore.api.problems.Problem;
import encore.kernel.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The problems of logins. Credentials that are wrong, used, over or unknown are one and the same 401. */
@Component
public class LoginFailures {

    private final LoginLimits loginLimits;

    LoginFailures(LoginLimits loginLimits) {
        this.loginLimits = loginLimits;
    }

    /** Throws a 429 when too many wrong credentials came from the caller's address. */
    void mustBeWithin(LoginCall call) {
        loginLimits.mustBeWithin(call.limited(), AddressLimit.WRONG_CREDENTIALS);
    }

    /** Counts wrong credentials for the caller's address, and fails with the 401. */
    <T> Mono<T> wrong(LoginCall call) {
        return Mono.defer(() -> {
            loginLimits.count(call.limited(), AddressLimit.WRONG_CREDENTIALS);
            return Mono.error(wrongCredentials());
        });
    }

    private static Problem wrongCredentials() {
        return Problem.unauthorized("wrong-credentials", "The credentials are wrong, used or over.");
    }

    /** Returns the 401 for a fan or contact that was erased, or a password that was changed, during the call. */
    public static Throwable lateFailure(Throwable failure) {
        return failure instanceof Refusal refusal
                        && (refusal.kind() == Refusal.Kind.UNKNOWN
                                || refusal.type().equals("password-changed")
                                || "fan_id".equals(refusal.field()))
                ? wrongCredentials()
                : failure;
    }

    static <T> Mono<T> loginAgain() {
        return Mono.error(Problem.unauthorized("login-again", "This needs a login within the last hour."));
    }

    /** Fails with a 429 when a limit of the contact is reached. */
    static Mono<Void> mustBeWithin(@Nullable Long retryAfter) {
        return retryAfter == null
                ? Mono.empty()
                : Mono.error(Problem.tooMany(
                        "contact-limit",
                        "Too many calls about this contact; try again later.",
                        Duration.ofSeconds(retryAfter)));
    }
}
