package encore.api.people.signin;

import encore.api.authentication.ConsoleSeal;
import encore.api.authentication.ConsoleSessions;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.passwords.PasswordHasher;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PersonCommand.FindPersonPassword;
import encore.kernel.people.signin.PersonCommand.SignInPerson;
import encore.kernel.people.signin.RecoveryCode;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.StoredPersonPassword;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Signs people in. The gateway compares the password, and the person's stream decides. An unknown account, an unknown email
 * and a wrong password get the same answer after the same work.
 */
@Component
class SignIns {

    /** Stands for accounts that do not exist. */
    private static final long NO_ACCOUNT = 0;

    private static final String ANYBODY = "anybody";
    private static final Duration TICKET_LIFETIME = Duration.ofMinutes(5);

    private final Backend backend;
    private final KeyRegistry keyRegistry;
    private final PasswordHasher passwordHasher;
    private final ConsoleSessions consoleSessions;
    private final SignInLimits limits;
    private final ConsoleSeal consoleSeal;

    SignIns(
            Backend backend,
            KeyRegistry keyRegistry,
            PasswordHasher passwordHasher,
            ConsoleSessions consoleSessions,
            SignInLimits limits) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
        this.passwordHasher = passwordHasher;
        this.consoleSessions = consoleSessions;
        this.limits = limits;
        this.consoleSeal = new ConsoleSeal(keyRegistry);
    }

    /**
     * Decides on an email and a password.
     *
     * @param account as it was given; it may not exist
     * @param email normalised
     */
    Mono<SignInResult> signIn(ServerWebExchange exchange, long account, String email, String password) {
        return keyRegistry.whenReady().then(Mono.defer(() -> {
            limits.mustBeWithin(exchange.getRequest(), account, email);
            PasswordLookupId lookup = new PasswordLookupId(known(account), Ids.uid());
            return backend.send(caller(lookup, null), new FindPersonPassword(lookup, email))
                    .flatMap(stored -> compare(lookup, stored, password)
                            .map(answer -> new Tried(account, lookup, stored.personUid(), stored.number(), answer)))
                    .flatMap(tried -> answer(exchange, tried, null))
                    .doOnError(Problem.class, refusal -> countWrong(exchange, account, email, refusal));
        }));
    }

    private void countWrong(ServerWebExchange exchange, long account, String email, Problem refusal) {
        if (isRefusal(refusal)) {
            limits.countWrong(account, email);
        }
    }

    private static boolean isRefusal(Problem problem) {
        return problem.type().equals(refused().type()) || problem.type().equals(SignInLimits.TOO_MANY);
    }

    /** Returns the account as commands name it. */
    long known(long account) {
        return keyRegistry.findAccount(account) == null ? NO_ACCOUNT : account;
    }

    /**
     * A try that was decided on.
     *
     * @param given the account as it was given, which may not exist
     * @param personUid null for an email of nobody
     */
    private record Tried(
            long given, PasswordLookupId lookup, @Nullable String personUid, int password, SignInAnswer answer) {}

    private Mono<SignInAnswer> compare(PasswordLookupId lookup, StoredPersonPassword stored, String password) {
        String uid = stored.personUid();
        return passwordHasher
                .matches(password, stored.passwordHash())
                .map(isEqual -> isEqual && uid != null)
                .flatMap(isRight -> backend.send(
                        caller(lookup, isRight ? uid : null),
                        new SignInPerson(lookup, uid, isRight, stored.number(), null, null)));
    }

    /** Decides on the code that follows a password, or that proves a new app. */
    Mono<SignInResult> giveCode(ServerWebExchange exchange, String text, String code) {
        return keyRegistry.whenReady().then(Mono.defer(() -> {
            SignInTicket ticket = SignInTicket.open(text, consoleSeal, Instant.now());
            if (ticket == null) {
                throw refused();
            }
            limits.mustBeWithin(exchange.getRequest(), ticket.person().account());
            return giveCode(exchange, ticket, code);
        }));
    }

    private Mono<SignInResult> giveCode(ServerWebExchange exchange, SignInTicket ticket, String code) {
        PersonId person = ticket.person();
        PasswordLookupId lookup = new PasswordLookupId(person.account(), Ids.uid());
        boolean isSetUp = ticket.setUp() > 0;
        List<String> recoveryCodes = isSetUp ? RecoveryCode.generate() : List.of();
        NewCodes newCodes = isSetUp ? newCodes(ticket.setUp(), code, recoveryCodes) : null;
        SignInPerson command =
                new SignInPerson(lookup, person.uid(), true, ticket.password(), isSetUp ? null : code, newCodes);
        return backend.send(caller(lookup, person.uid()), command)
                .map(answer -> new Tried(person.account(), lookup, person.uid(), ticket.password(), answer))
                .flatMap(tried -> answer(exchange, tried, isSetUp ? recoveryCodes : null));
    }

    static NewCodes newCodes(int generation, String code, List<String> recoveryCodes) {
        return new NewCodes(
                generation,
                code,
                recoveryCodes.stream().map(RecoveryCode::hashOf).toList());
    }

    private Mono<SignInResult> answer(ServerWebExchange exchange, Tried tried, @Nullable List<String> recoveryCodes) {
        SignInAnswer answer = tried.answer();
        return switch (answer.result()) {
            case REFUSED -> refuse(exchange, tried);
            case NEEDS_CODE, NEEDS_SETUP -> Mono.just(next(tried));
            case SIGNED_IN -> open(exchange, person(tried), Objects.requireNonNull(answer.standing()), recoveryCodes);
        };
    }

    private Mono<SignInResult> refuse(ServerWebExchange exchange, Tried tried) {
        limits.countRefused(exchange.getRequest(), tried.given(), tried.lookup().account(), tried.personUid());
        Long wait = tried.answer().waitSeconds();
        return Mono.error(wait == null ? refused() : SignInLimits.tooMany(Duration.ofSeconds(wait)));
    }

    static Problem refused() {
        return Problem.unauthorized(
                "sign-in-refused", "Account, email, password or code are wrong, or are not accepted.");
    }

    private SignInResult next(Tried tried) {
        NewSecret secret = tried.answer().newSecret();
        int setUp = secret == null ? 0 : secret.generation();
        SignInTicket ticket = new SignInTicket(
                person(tried), tried.password(), setUp, Instant.now().plus(TICKET_LIFETIME));
        return SignInResult.next(
                tried.answer().result(), ticket.seal(consoleSeal), secret == null ? null : AppSecret.of(secret));
    }

    private static PersonId person(Tried tried) {
        return new PersonId(tried.lookup().account(), Objects.requireNonNull(tried.personUid()));
    }

    private Mono<SignInResult> open(
            ServerWebExchange exchange, PersonId id, PersonStanding standing, @Nullable List<String> recoveryCodes) {
        return keyRegistry
                .whenPerson(id, known -> known != null && known.generation() >= standing.generation())
                .then(Mono.fromCallable(() -> {
                    ActivePerson person = keyRegistry.findPerson(id);
                    if (person == null) {
                        throw Problem.unavailable(
                                "not-ready", "The gateway does not know of the sign-in yet.", Duration.ofSeconds(1));
                    }
                    ResponseCookie cookie =
                            consoleSessions.issueCookie(exchange, person).cookie();
                    exchange.getResponse().addCookie(cookie);
                    return SignInResult.signedIn(id, cookie.getMaxAge().toSeconds(), recoveryCodes);
                }));
    }

    /** @param personUid the person who gave the right password; null for somebody unknown */
    private static Caller caller(PasswordLookupId lookup, @Nullable String personUid) {
        return new Caller(
                lookup.account(), personUid == null ? ANYBODY : PersonId.actor(personUid), RequestContext.defaults());
    }
}
