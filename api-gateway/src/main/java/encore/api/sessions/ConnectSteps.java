package encore.api.sessions;

import encore.api.keys.KnownSession;
import encore.api.keys.KnownSessions;
import encore.api.limits.AddressLimit;
import encore.api.limits.LoginLimits;
import encore.api.logins.CodeLogins;
import encore.api.logins.LoginContacts;
import encore.api.logins.LoginPasswords;
import encore.api.logins.LoginPlaces;
import encore.api.logins.LoginRegistrations;
import encore.api.logins.LoginStep;
import encore.api.logins.LoginStep.ContactAdded;
import encore.api.logins.LoginStep.ProofNeeded;
import encore.api.logins.LoginStep.ProvenLogin;
import encore.api.logins.LoginStep.TermsRequired;
import encore.api.logins.LoginStep.Unregistered;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.kernel.contacts.ContactValue;
import encore.kernel.fans.profile.Profile;
import encore.kernel.sessions.GuestId;
import encore.kernel.sessions.SessionCommand.OpenGuestSession;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The steps of the login, one for each network. */
@Component
class ConnectSteps {

    private static final String SENT = "We have sent a code. It is valid for 10 minutes.";

    private final Backend backend;
    private final KnownSessions knownSessions;
    private final LoginLimits loginLimits;
    private final LoginPlaces places;
    private final LoginContacts contacts;
    private final CodeLogins codes;
    private final LoginPasswords passwords;
    private final LoginRegistrations registrations;
    private final FanSessions fanSessions;

    ConnectSteps(
            Backend backend,
            KnownSessions knownSessions,
            LoginLimits loginLimits,
            LoginPlaces places,
            LoginContacts contacts,
            CodeLogins codes,
            LoginPasswords passwords,
            LoginRegistrations registrations,
            FanSessions fanSessions) {
        this.backend = backend;
        this.knownSessions = knownSessions;
        this.loginLimits = loginLimits;
        this.places = places;
        this.contacts = contacts;
        this.codes = codes;
        this.passwords = passwords;
        this.registrations = registrations;
        this.fanSessions = fanSessions;
    }

    /** Checks what holds for every step, and carries out the one that the call names. */
    Mono<ConnectAnswer> connect(ConnectCall call) {
        ConnectNetwork network = call.input().network();
        if (network == null) {
            return guest(call);
        }
        return session(call)
                .flatMap(session ->
                        places.check(call.login()).then(Mono.defer(() -> step(call, network, session.orElse(null)))));
    }

    /** Finds the session that the call names, if it names one. */
    private Mono<Optional<KnownSession>> session(ConnectCall call) {
        String sessionUid = call.sessionUid();
        return sessionUid == null
                ? Mono.just(Optional.empty())
                : knownSessions.find(call.login().account(), sessionUid).map(Optional::of);
    }

    private Mono<ConnectAnswer> step(ConnectCall call, ConnectNetwork network, @Nullable KnownSession session) {
        return switch (network) {
            case EMAIL -> check(call, call.email(), session);
            case PHONE -> check(call, call.phone(), session);
            case VERIFY_EMAIL -> sendCode(call, call.email());
            case VERIFY_SMS -> sendCode(call, call.phone());
            case SUBMIT_VERIFICATION_CODE -> submit(call, session).flatMap(step -> answer(call, step, session));
            case REGISTER -> register(call).flatMap(step -> answer(call, step, session));
            case PASSWORD -> logIn(call, call.emailOrPhone(), required(call.password()), session);
        };
    }

    private Mono<ConnectAnswer> check(ConnectCall call, ContactValue contact, @Nullable KnownSession session) {
        String password = call.password();
        return password != null
                ? logIn(call, contact, password, session)
                : contacts.lookUp(call.login(), contact).map(ConnectAnswer::found);
    }

    private Mono<ConnectAnswer> logIn(
            ConnectCall call, ContactValue contact, String password, @Nullable KnownSession session) {
        return passwords.logIn(call.login(), contact, password).flatMap(step -> answer(call, step, session));
    }

    private Mono<ConnectAnswer> sendCode(ConnectCall call, ContactValue contact) {
        return codes.request(call.login(), contact).map(requestUid -> new ConnectAnswer.Sent(requestUid, SENT));
    }

    private Mono<LoginStep> submit(ConnectCall call, @Nullable KnownSession session) {
        String requestUid = call.requestUid();
        String code = call.verificationCode();
        return session == null || session.isGuest()
                ? codes.submit(call.login(), requestUid, code)
                : codes.submitFor(call.login(), session, requestUid, code);
    }

    private Mono<LoginStep> register(ConnectCall call) {
        Profile profile = call.profile();
        String password = call.newPassword();
        return call.hasVerification()
                ? registrations.registerProven(
                        call.login(),
                        call.requestUid(),
                        String.valueOf(call.input().verificationUid()),
                        profile,
                        password)
                : registrations.registerUnproven(call.login(), call.emailOrPhone(), profile);
    }

    private Mono<ConnectAnswer> answer(ConnectCall call, LoginStep step, @Nullable KnownSession session) {
        return switch (step) {
            case ProvenLogin proven -> fanSessions.open(call, proven, session);
            case ContactAdded added -> fanSessions.goOn(call, added, session);
            case Unregistered unregistered -> Mono.just(ConnectAnswer.unregistered(unregistered));
            case ProofNeeded needed -> Mono.just(ConnectAnswer.proofNeeded());
            case TermsRequired required -> Mono.just(ConnectAnswer.termsRequired(required.texts()));
        };
    }

    private static String required(@Nullable String password) {
        if (password == null) {
            throw Problem.input("password", ErrorCode.REQUIRED, "is required for this network");
        }
        return password;
    }

    private Mono<ConnectAnswer> guest(ConnectCall call) {
        if (call.sessionUid() != null) {
            throw Problem.input(
                    "session_uid", ErrorCode.VALUE, "comes with a fan's login alone: a guest replaces none");
        }
        return !call.login().withSecret() && call.input().pageTabId() != null
                ? places.check(call.login()).then(Mono.defer(() -> openGuest(call)))
                : openGuest(call);
    }

    private Mono<ConnectAnswer> openGuest(ConnectCall call) {
        loginLimits.take(call.login().limited(), AddressLimit.NEW_FANS);
        long account = call.login().account();
        String sessionUid = Ids.sessionUid();
        var opening = new OpenGuestSession(
                new GuestId(account, knownSessions.refOf(sessionUid)),
                call.input().businessId(),
                call.input().pageTabId(),
                call.login().at());
        return backend.send(call.login().caller(), opening)
                .doOnError(refused -> loginLimits.giveBack(call.login().limited(), AddressLimit.NEW_FANS))
                .map(opened -> ConnectAnswer.opened(sessionUid, account, opened, null));
    }
}
