package encore.api.people;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.api.authentication.ConsoleSessions.Session;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.api.people.signin.AppSecret;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PersonCommand.ChangePerson;
import encore.kernel.people.signin.PersonCommand.ReadNewSecret;
import encore.kernel.people.signin.PersonCommand.RemoveCodes;
import encore.kernel.people.signin.PersonCommand.SetUpCodes;
import encore.kernel.people.signin.RecoveryCode;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Shows and changes the caller itself. It needs no right. */
@RestController
@Access(own = true, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/me")
class MeController {

    record Change(@NotBlank @Size(max = 255) String name) {

        @Override
        public String toString() {
            return "Change";
        }
    }

    record SetUp(
            @Description("It came with the secret.") @Min(1) int generation,

            @Description("The code that the app shows.") @NotBlank @Size(max = 64)
            String code) {

        @Override
        public String toString() {
            return "SetUp[" + generation + "]";
        }
    }

    /** New codes that stand in for a lost app. They are shown here and never again. */
    record NewRecoveryCodes(List<String> recoveryCodes) {
        NewRecoveryCodes {
            recoveryCodes = List.copyOf(recoveryCodes);
        }

        @Override
        public String toString() {
            return "NewRecoveryCodes";
        }
    }

    private final Backend backend;
    private final KeyRegistry keyRegistry;
    private final KnownPeople knownPeople;

    MeController(Backend backend, KeyRegistry keyRegistry, KnownPeople knownPeople) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
        this.knownPeople = knownPeople;
    }

    @Description("Tells who the caller is, and what it may do")
    @GetMapping
    Mono<Me> findMe(Caller caller, Principal principal, ServerWebExchange exchange) {
        Mono<AccountSettings> settings = backend.ask(caller, new FindAccountSettings(caller.account()));
        return principal instanceof ActivePerson person
                ? settings.zipWith(
                        backend.ask(
                                caller,
                                new FindPerson(caller.account(), person.id().uid())),
                        (known, found) -> me(principal, known, found, exchange))
                : settings.map(known -> me(principal, known, null, exchange));
    }

    private Me me(Principal principal, AccountSettings settings, @Nullable Person person, ServerWebExchange exchange) {
        Session session = exchange.getAttribute(ConsoleSessions.SESSION);
        String accountName = keyRegistry.account(principal.account()).name();
        return Me.of(principal, accountName, settings, person, session);
    }

    @Description("Changes the name of the person who calls")
    @PostMapping
    Mono<Me> changeMe(
            Caller caller, Principal principal, ServerWebExchange exchange, @Params(strict = true) Change in) {
        PersonId person = mustBePerson(principal).id();
        return backend.send(caller, new ChangePerson(person, in.name().strip(), null, null))
                .then(Mono.defer(() -> findMe(caller, principal, exchange)));
    }

    @Description("Shows the secret of an app that the person who calls may set up")
    @Access(own = true, lock = Lock.SECRET, fresh = true)
    @PostMapping("/codes/secret")
    Mono<AppSecret> showAppSecret(Caller caller, Principal principal) {
        return backend.send(
                        caller.forLookUp(),
                        new ReadNewSecret(mustBePerson(principal).id()))
                .map(AppSecret::of);
    }

    @Description("Sets up an app for the person who calls, and answers codes that stand in for it, once")
    @Access(own = true, lock = Lock.SECRET, fresh = true)
    @PostMapping("/codes")
    Mono<NewRecoveryCodes> addApp(Caller caller, Principal principal, @Params(strict = true) SetUp in) {
        PersonId person = mustBePerson(principal).id();
        List<String> recoveryCodes = RecoveryCode.generate();
        List<String> hashes = recoveryCodes.stream().map(RecoveryCode::hashOf).toList();
        NewCodes codes = new NewCodes(in.generation(), in.code().replaceAll("\\s+", ""), hashes);
        return backend.send(caller, new SetUpCodes(person, codes))
                .map(done -> shownOnce(caller, new NewRecoveryCodes(recoveryCodes)));
    }

    /** Refuses a repeat: the codes of the first time are not kept. */
    private static NewRecoveryCodes shownOnce(Caller caller, NewRecoveryCodes codes) {
        if (caller.context().isRepeat()) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "answer-not-kept",
                    "The app was set up before. Its recovery codes were shown then, and are not kept.",
                    List.of(),
                    Map.of());
        }
        return codes;
    }

    @Description("Takes away the app of the person who calls, unless the role needs one")
    @Access(own = true, lock = Lock.SECRET, fresh = true)
    @DeleteMapping("/codes")
    Mono<Boolean> removeApp(Caller caller, Principal principal) {
        ActivePerson person = mustBePerson(principal);
        mustNotNeedCodes(person);
        return backend.send(caller, new RemoveCodes(person.id())).thenReturn(true);
    }

    private static void mustNotNeedCodes(ActivePerson person) {
        if (person.role().needsSecondFactor()) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST,
                    "codes-needed",
                    "Your role needs codes of an app. Set up another one instead.",
                    List.of(),
                    Map.of());
        }
    }

    @Description("Ends all sessions of the person who calls, this one too")
    @DeleteMapping("/sessions")
    Mono<Boolean> endOwnSessions(Caller caller, Principal principal) {
        PersonId person = mustBePerson(principal).id();
        return knownPeople.endSessions(caller, person).thenReturn(true);
    }

    private static ActivePerson mustBePerson(Principal principal) {
        if (principal instanceof ActivePerson person) {
            return person;
        }
        throw Problem.unreadable("people-only", "Only a person who signed in has an app and sessions.");
    }
}
