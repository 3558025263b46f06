package encore.api.people.signin;

import encore.api.keys.KeyRegistry;
import encore.api.passwords.PasswordHasher;
import encore.api.passwords.StrongPasswords;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.Role;
import encore.kernel.people.links.LinkPage;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PersonCommand.AskForLink;
import encore.kernel.people.signin.PersonCommand.ReadLinkPage;
import encore.kernel.people.signin.PersonCommand.SetPasswordByLink;
import encore.kernel.people.signin.RecoveryCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The links by which people set passwords. */
@Component
class PersonLinks {

    private final Backend backend;
    private final KeyRegistry keyRegistry;
    private final StrongPasswords strongPasswords;
    private final PasswordHasher passwordHasher;
    private final SignInLimits limits;
    private final LinkPlaces linkPlaces;

    PersonLinks(
            Backend backend,
            KeyRegistry keyRegistry,
            StrongPasswords strongPasswords,
            PasswordHasher passwordHasher,
            SignInLimits limits,
            LinkPlaces linkPlaces) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
        this.strongPasswords = strongPasswords;
        this.passwordHasher = passwordHasher;
        this.limits = limits;
        this.linkPlaces = linkPlaces;
    }

    /**
     * Sends a link to somebody who forgot the password. It answers true for an email of nobody too, and beyond the limit of
     * links for one email.
     *
     * @param account as it was given; it may not exist
     */
    Mono<Boolean> ask(ServerHttpRequest request, long account, String email) {
        return keyRegistry.whenReady().then(Mono.defer(() -> {
            if (!limits.takeLink(request, account, email)) {
                return Mono.just(true);
            }
            long known = keyRegistry.findAccount(account) == null ? 0 : account;
            PasswordLookupId lookup = new PasswordLookupId(known, Ids.uid());
            Caller anybody = new Caller(known, "anybody", RequestContext.defaults());
            return backend.send(anybody, new AskForLink(lookup, email, linkPlaces.of(request, known)))
                    .thenReturn(true);
        }));
    }

    /**
     * A link as its page shows it.
     *
     * @param isInvitation whether the person was invited; if not, the person forgot the password
     * @param hasCodes whether a code of the person's app is asked for
     * @param needsCodes whether the role needs an app
     * @param secret of an app that the person may set up, in Base32; null when there is one already
     */
    record ShownLink(
            long accountId,
            String accountName,
            String email,
            String name,
            Role role,
            boolean isInvitation,
            boolean hasCodes,
            boolean needsCodes,
            @Nullable String secret,
            @Nullable String otpauthUrl,
            @Nullable String qrSvg) {

        static ShownLink of(PersonLink link, String accountName, LinkPage page) {
            NewSecret offered = page.newSecret();
            AppSecret secret = offered == null ? null : AppSecret.of(offered);
            return new ShownLink(
                    link.person().account(),
                    accountName,
                    page.email(),
                    page.name(),
                    page.role(),
                    page.isInvitation(),
                    page.hasCodes(),
                    page.needsCodes(),
                    secret == null ? null : secret.secret(),
                    secret == null ? null : secret.otpauthUrl(),
                    secret == null ? null : secret.qrSvg());
        }
    }

    Mono<ShownLink> show(ServerHttpRequest request, String text) {
        return read(request, text).map(read -> {
            String accountName =
                    keyRegistry.account(read.link().person().account()).name();
            return ShownLink.of(read.link(), accountName, read.page());
        });
    }

    /** Reads the text after the {@code #}; throws a {@link Problem} when it is no link. */
    private static PersonLink link(String text) {
        PersonLink link = PersonLink.parse(text.strip());
        if (link == null) {
            throw unknownLink();
        }
        return link;
    }

    /** Returns the one 400 for a link that is forged, used, too old or replaced. */
    private static Problem unknownLink() {
        String sentence = "The link is wrong, was used or replaced, or is too old.";
        return new Problem(
                HttpStatus.BAD_REQUEST,
                "link-unknown",
                sentence,
                List.of(new FieldError("link", ErrorCode.RULE, sentence)),
                Map.of());
    }

    private record ReadLink(PersonLink link, LinkPage page) {}

    private Mono<ReadLink> read(ServerHttpRequest request, String text) {
        PersonLink link = link(text);
        return keyRegistry.whenReady().then(Mono.defer(() -> {
            long account = link.person().account();
            limits.mustBeWithin(request, account);
            if (keyRegistry.findAccount(account) == null) {
                throw unknownLink();
            }
            return backend.send(caller(link.person()), new ReadLinkPage(link))
                    .map(page -> new ReadLink(link, page))
                    .onErrorMap(PersonLinks::refused)
                    .doOnError(failure -> countWrong(request, link.person(), failure));
        }));
    }

    /** The answer is the same for a person who never was. */
    private static Throwable refused(Throwable failure) {
        return failure instanceof Refusal refusal
                        && (refusal.kind() == Refusal.Kind.UNKNOWN
                                || refusal.type().equals(unknownLink().type()))
                ? unknownLink()
                : failure;
    }

    /**
     * The answer to a new password.
     *
     * @param recoveryCodes new codes that stand in for a lost app, shown once; null unless an app was set up
     */
    record NewPassword(String email, @Nullable List<String> recoveryCodes) {
        NewPassword {
            recoveryCodes = recoveryCodes == null ? null : List.copyOf(recoveryCodes);
        }

        @Override
        public String toString() {
            return "NewPassword";
        }
    }

    /** Sets a password by a link. */
    Mono<NewPassword> setPassword(ServerHttpRequest request, String text, String password, @Nullable String code) {
        return read(request, text)
                .flatMap(read -> strongPasswords
                        .require(
                                password,
                                List.of(read.page().email(), read.page().name(), "encore"))
                        .flatMap(passwordHasher::hash)
                        .flatMap(hash -> setPassword(request, read, hash.orElseThrow(), code)));
    }

    private Mono<NewPassword> setPassword(
            ServerHttpRequest request, ReadLink read, String passwordHash, @Nullable String code) {
        NewSecret offered = read.page().newSecret();
        boolean isSetUp = offered != null && code != null;
        List<String> recoveryCodes = isSetUp ? RecoveryCode.generate() : null;
        PersonId person = read.link().person();
        SetPasswordByLink command = new SetPasswordByLink(
                read.link(),
                passwordHash,
                isSetUp ? null : code,
                offered == null || code == null || recoveryCodes == null
                        ? null
                        : SignIns.newCodes(offered.generation(), code, recoveryCodes));
        return backend.send(caller(person), command)
                .onErrorMap(PersonLinks::refused)
                .map(PersonLinks::mustBeSet)
                .doOnError(failure -> countWrong(request, person, failure))
                .flatMap(answer -> whenKnown(person, answer.standing()))
                .thenReturn(new NewPassword(read.page().email(), recoveryCodes));
    }

    /** Throws a {@link Problem} that names the code when it is missing or wrong, or after too many wrong ones. */
    private static PasswordAnswer mustBeSet(PasswordAnswer answer) {
        if (answer.waitSeconds() != null) {
            throw SignInLimits.tooMany(Duration.ofSeconds(answer.waitSeconds()));
        }
        return switch (answer.result()) {
            case SET -> answer;
            case NEEDS_CODE -> throw Problem.input("code", ErrorCode.REQUIRED, "Give a code of the app.");
            case CODE_REFUSED -> throw Problem.input("code", ErrorCode.RULE, "This code is wrong, or was used before.");
        };
    }

    private void countWrong(ServerHttpRequest request, PersonId person, Throwable failure) {
        boolean isRefused = failure instanceof Problem problem && problem.status() == HttpStatus.BAD_REQUEST
                || failure instanceof Refusal refusal && refusal.kind() == Refusal.Kind.RULE;
        if (isRefused) {
            limits.countAddress(request, person.account());
        }
    }

    private Mono<Void> whenKnown(PersonId person, @Nullable PersonStanding standing) {
        return standing != null && standing.mayEnter()
                ? keyRegistry.whenPerson(person, known -> known != null && known.generation() >= standing.generation())
                : Mono.empty();
    }

    private static Caller caller(PersonId person) {
        return new Caller(person.account(), person.actor(), RequestContext.defaults());
    }
}
