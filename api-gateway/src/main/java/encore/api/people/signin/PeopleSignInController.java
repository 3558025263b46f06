package encore.api.people.signin;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.api.contacts.Contacts;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.people.signin.PersonLinks.NewPassword;
import encore.api.people.signin.PersonLinks.ShownLink;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Signs people in at the console, and lets them set passwords by links. Only the console's own pages may call it. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/console/people")
class PeopleSignInController {

    private static final int LONGEST_PASSWORD = 1_024;

    record SignIn(
            long accountId,
            @Format(Format.EMAIL) @NotBlank @Size(max = 255) String email,
            @Size(min = 1, max = LONGEST_PASSWORD) String password) {

        @Override
        public String toString() {
            return "SignIn[" + accountId + "]";
        }
    }

    record Code(
            @NotBlank @Size(max = 512) String ticket,

            @Description("A code of the app, or one for recovery.") @NotBlank @Size(max = 64)
            String code) {

        @Override
        public String toString() {
            return "Code";
        }
    }

    record Forgotten(
            long accountId,
            @Format(Format.EMAIL) @NotBlank @Size(max = 255) String email) {}

    record Link(@NotBlank @Size(max = 512) String link) {

        @Override
        public String toString() {
            return "Link";
        }
    }

    record SetPassword(
            @NotBlank @Size(max = 512) String link,

            @Description("12 to 256 characters.") @Size(min = 1, max = LONGEST_PASSWORD)
            String password,

            @Description("A code of the app that the link shows, or of the one that there is.")
            @Nullable
            @Size(max = 64)
            String code) {

        @Override
        public String toString() {
            return "SetPassword";
        }
    }

    private final SignIns signIns;
    private final PersonLinks links;

    PeopleSignInController(SignIns signIns, PersonLinks links) {
        this.signIns = signIns;
        this.links = links;
    }

    @Description("Takes an email and a password, and answers with a cookie, or with a ticket for a code")
    @PostMapping("/session")
    Mono<SignInResult> signIn(ServerWebExchange exchange, @Params(strict = true) SignIn in) {
        ConsoleSessions.mustBeConsolePage(exchange.getRequest());
        return signIns.signIn(exchange, in.accountId(), email(in.email()), in.password());
    }

    @Description("Takes a ticket and a code, and answers with a cookie")
    @PostMapping("/session/code")
    Mono<SignInResult> giveCode(ServerWebExchange exchange, @Params(strict = true) Code in) {
        ConsoleSessions.mustBeConsolePage(exchange.getRequest());
        return signIns.giveCode(exchange, in.ticket(), withoutBlanks(in.code()));
    }

    @Description("Mails a link to somebody who forgot the password; it answers true for an email of nobody too")
    @PostMapping("/forgotten")
    Mono<Boolean> askForLink(ServerWebExchange exchange, @Params(strict = true) Forgotten in) {
        ConsoleSessions.mustBeConsolePage(exchange.getRequest());
        return links.ask(exchange.getRequest(), in.accountId(), email(in.email()));
    }

    @Description("Shows whose link it is, and the app that may be set up with it")
    @PostMapping("/link")
    Mono<ShownLink> showLink(ServerWebExchange exchange, @Params(strict = true) Link in) {
        ConsoleSessions.mustBeConsolePage(exchange.getRequest());
        return links.show(exchange.getRequest(), in.link());
    }

    @Description("Sets a password by a link, which is used up")
    @PostMapping("/password")
    Mono<NewPassword> setPassword(ServerWebExchange exchange, @Params(strict = true) SetPassword in) {
        ConsoleSessions.mustBeConsolePage(exchange.getRequest());
        String code = in.code() == null || in.code().isBlank() ? null : withoutBlanks(in.code());
        return links.setPassword(exchange.getRequest(), in.link(), in.password(), code);
    }

    /** Apps show codes in two groups, and some people type them so. */
    private static String withoutBlanks(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static String email(String given) {
        String email = Contacts.email(given);
        if (email == null || email.isEmpty()) {
            throw Problem.input("email", ErrorCode.FORMAT, "must be an email address");
        }
        return email;
    }
}
