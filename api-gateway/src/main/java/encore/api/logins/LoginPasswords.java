package encore.api.logins;

import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.passwords.PasswordLogins;
import encore.api.passwords.PasswordLogins.ComparedPassword;
import encore.infra.backend.Backend;
import encore.kernel.contacts.ContactCommand.RecordPasswordTry;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.FanId;
import encore.kernel.sessions.logins.LoginType;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Logs fans in by password. A contact of nobody takes the same work, and is answered alike. */
@Component
public class LoginPasswords {

    private final Backend backend;
    private final PasswordLogins passwordLogins;
    private final LoginTerms terms;
    private final LoginFailures failures;

    LoginPasswords(Backend backend, PasswordLogins passwordLogins, LoginTerms terms, LoginFailures failures) {
        this.backend = backend;
        this.passwordLogins = passwordLogins;
        this.terms = terms;
        this.failures = failures;
    }

    /** Compares a password with that of the fan that has a contact. */
    public Mono<LoginStep> logIn(LoginCall call, ContactValue contact, String password) {
        return Mono.defer(() -> {
            failures.mustBeWithin(call);
            return passwordLogins
                    .compare(call.caller(), contact, password)
                    .flatMap(compared -> decide(call, contact, compared));
        });
    }

    private Mono<LoginStep> decide(LoginCall call, ContactValue contact, ComparedPassword compared) {
        return backend.send(call.caller(), new RecordPasswordTry(call.newContact(), contact, compared.isRight()))
                .flatMap(counted -> LoginFailures.mustBeWithin(counted.retryAfter()))
                .then(Mono.defer(() -> {
                    Long fanId = compared.stored().fanId();
                    return compared.isRight() && fanId != null
                            ? opened(
                                    call,
                                    contact,
                                    call.fan(fanId),
                                    compared.stored().position())
                            : failures.wrong(call);
                }));
    }

    private Mono<LoginStep> opened(LoginCall call, ContactValue contact, FanId fan, long position) {
        return terms.of(call)
                .flatMap(found -> terms.required(call, found, fan)
                        .switchIfEmpty(Mono.fromSupplier(
                                () -> new ProvenLogin(fan, contact, LoginType.PASSWORD, position, found.accepted()))));
    }
}
