package encore.api.people;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.PeopleCommand.SwitchConsoleKeys;
import encore.kernel.people.PeopleId;
import encore.kernel.people.PeopleQuery.FindConsoleAccess;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows and changes who may sign in at the console beside people. */
@RestController
@Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage")
class ConsoleAccessController {

    record Switch(
            @Description("Whether key pairs may sign in at the console. People always may.")
            boolean areKeysAllowed) {}

    record SwitchFor(
            long accountId,

            @Description("Whether key pairs may sign in at the console. People always may.")
            boolean areKeysAllowed) {}

    private final Backend backend;
    private final KeyRegistry keyRegistry;

    ConsoleAccessController(Backend backend, KeyRegistry keyRegistry) {
        this.backend = backend;
        this.keyRegistry = keyRegistry;
    }

    @Description("Tells whether key pairs may sign in at the console")
    @GetMapping("/console")
    Mono<ConsoleAccess> findConsoleAccess(Caller caller) {
        return backend.ask(caller, new FindConsoleAccess(caller.account()));
    }

    @Description("Allows or forbids that key pairs sign in at the console, on every gateway within a second")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @PostMapping("/console")
    Mono<ConsoleAccess> changeConsoleAccess(Caller caller, @Params(strict = true) Switch in) {
        return change(caller, caller.account(), in.areKeysAllowed());
    }

    @Description("Allows or forbids that key pairs of an account sign in at the console")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/accounts/{account_id}/console")
    Mono<ConsoleAccess> changeConsoleOfAccount(Caller caller, @Params(strict = true) SwitchFor in) {
        return change(caller, in.accountId(), in.areKeysAllowed());
    }

    private Mono<ConsoleAccess> change(Caller caller, long account, boolean areAllowed) {
        return backend.send(caller, new SwitchConsoleKeys(new PeopleId(account), areAllowed))
                .flatMap(changed -> keyRegistry
                        .whenConsoleKeys(account, changed.areKeysAllowed())
                        .thenReturn(changed));
    }
}
