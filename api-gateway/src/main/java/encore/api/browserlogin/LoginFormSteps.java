package encore.api.browserlogin;

import encore.api.browserlogin.FormInput.Step;
import encore.api.browserlogin.pages.PageError;
import encore.api.logins.CodeLogins;
import encore.api.logins.LoginFailures;
import encore.api.logins.LoginPasswords;
import encore.api.logins.LoginRegistrations;
import encore.api.logins.LoginStep;
import encore.api.logins.LoginStep.ContactAdded;
import encore.api.logins.LoginStep.ProofNeeded;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.logins.LoginStep.TermsRequired;
import encore.api.logins.LoginStep.Unregistered;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.kernel.branding.LegalTexts;
import encore.kernel.browserlogin.BrowserCode;
import encore.kernel.browserlogin.BrowserCodeCommand.IssueBrowserCode;
import encore.kernel.contacts.ContactValue;
import encore.kernel.sessions.LoginsId;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Carries out the steps of the forms. The last one issues a code and leads the browser back with it. */
@Component
class LoginFormSteps {

    private final Backend backend;
    private final CodeLogins codes;
    private final LoginPasswords passwords;
    private final LoginRegistrations registrations;

    LoginFormSteps(Backend backend, CodeLogins codes, LoginPasswords passwords, LoginRegistrations registrations) {
        this.backend = backend;
        this.codes = codes;
        this.passwords = passwords;
        this.registrations = registrations;
    }

    /** Carries out the step of the button that was pressed, and answers the next page or the redirect. */
    Mono<ResponseEntity<String>> take(BrowserVisit visit, FormInput in) {
        return Mono.defer(() -> switch (in.action()) {
            case null -> Mono.just(visit.forms().contact(visit.typedContact(in), null));
            case CANCEL -> Mono.just(LoginRedirect.accessDenied(visit.request()));
            case CODE -> sendCode(visit, visit.contact(in));
            case ASK_PASSWORD ->
                Mono.just(visit.forms().password(visit.contact(in).value(), null));
            case PASSWORD -> logIn(visit, in);
            case SUBMIT -> submit(visit, in);
            case REGISTER -> register(visit, in);
            case ACCEPT -> throw new IllegalStateException("Terms are accepted with another step");
        });
    }

    /** Returns the page that a step is tried again from. */
    static ResponseEntity<String> again(BrowserVisit visit, FormInput in, Problem problem) {
        Step step = in.action();
        PageError error = StepErrors.of(step, problem);
        LoginForms forms = visit.forms();
        return switch (step) {
            case SUBMIT -> forms.code(in.carriedWithoutCode(), error);
            case PASSWORD ->
                visit.request().contactField().equals(error.field())
                        ? forms.contact(visit.typedContact(in), error)
                        : forms.password(visit.typedContact(in), error);
            case REGISTER ->
                problem.status() == HttpStatus.UNAUTHORIZED
                        ? forms.contact(null, error)
                        : forms.names(in.carriedVerification(), in.names(), error);
            case null, default -> forms.contact(visit.typedContact(in), error);
        };
    }

    private Mono<ResponseEntity<String>> sendCode(BrowserVisit visit, ContactValue contact) {
        return codes.request(visit.call(), contact)
                .map(requestUid -> visit.forms()
                        .code(
                                Map.of(
                                        FormInput.REQUEST_UID,
                                        requestUid,
                                        visit.request().contactField(),
                                        contact.value()),
                                null));
    }

    private Mono<ResponseEntity<String>> logIn(BrowserVisit visit, FormInput in) {
        return passwords
                .logIn(visit.call(), visit.contact(in), BrowserVisit.required(in.password(), "password"))
                .flatMap(step -> next(visit, in, step));
    }

    private Mono<ResponseEntity<String>> submit(BrowserVisit visit, FormInput in) {
        return codes.submit(
                        visit.call(),
                        BrowserVisit.required(in.requestUid(), FormInput.REQUEST_UID),
                        BrowserVisit.required(in.verificationCode(), "verification_code")
                                .strip())
                .flatMap(step -> next(visit, in, step));
    }

    private Mono<ResponseEntity<String>> register(BrowserVisit visit, FormInput in) {
        return registrations
                .registerProven(
                        visit.call(),
                        BrowserVisit.required(in.requestUid(), FormInput.REQUEST_UID),
                        BrowserVisit.required(in.verificationUid(), FormInput.VERIFICATION_UID),
                        visit.profile(in),
                        null)
                .flatMap(step -> next(visit, in, step));
    }

    private Mono<ResponseEntity<String>> next(BrowserVisit visit, FormInput in, LoginStep step) {
        return switch (step) {
            case ProvenLogin proven -> issue(visit, proven);
            case TermsRequired required -> Mono.just(terms(visit, in, required.texts()));
            case Unregistered unregistered -> Mono.just(names(visit, unregistered));
            case ProofNeeded never -> throw new IllegalStateException("Fans register here with a proof");
            case ContactAdded never -> throw new IllegalStateException("A browser login has no session yet");
        };
    }

    private static ResponseEntity<String> terms(BrowserVisit visit, FormInput in, LegalTexts texts) {
        return visit.forms().terms(in.carried(), texts, in.action() == Step.PASSWORD);
    }

    private static ResponseEntity<String> names(BrowserVisit visit, Unregistered unregistered) {
        return visit.forms()
                .names(
                        Map.of(
                                FormInput.REQUEST_UID, unregistered.requestUid(),
                                FormInput.VERIFICATION_UID, unregistered.verificationUid()),
                        Map.of(),
                        null);
    }

    private Mono<ResponseEntity<String>> issue(BrowserVisit visit, ProvenLogin proven) {
        String codeUid = Ids.sessionUid();
        return backend.send(
                        visit.call().caller(),
                        new IssueBrowserCode(new LoginsId(proven.fan()), codeUid, visit.login(proven)))
                .onErrorMap(LoginFailures::lateFailure)
                .map(issued -> LoginRedirect.withCode(
                        visit.request(),
                        new BrowserCode(Objects.requireNonNull(issued.position(), "the position"), codeUid)));
    }
}
