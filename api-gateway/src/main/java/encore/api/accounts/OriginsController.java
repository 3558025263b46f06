package encore.api.accounts;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.AccountCommand.AllowOrigin;
import encore.kernel.accounts.AccountCommand.RemoveOrigin;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountQuery.FindOrigins;
import encore.kernel.accounts.Origin;
import encore.kernel.people.Area;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Keeps the origins whose pages may read the account's answers in a browser. An empty list allows every origin. */
@RestController
@Access(scope = "manage", area = Area.KEYS, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/origins")
class OriginsController {

    record One(@NotBlank @Size(max = 255) String origin) {}

    private final Backend backend;

    OriginsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the account's origins; an empty list lets pages of all origins call with a key")
    @GetMapping
    Mono<List<Origin>> all(Caller caller) {
        return backend.ask(caller, new FindOrigins(caller.account()));
    }

    @Description("Adds an origin")
    @PostMapping
    Mono<Origin> allow(Caller caller, @Params One in) {
        return backend.send(caller, new AllowOrigin(new AccountId(caller.account()), in.origin()));
    }

    @Description("Removes an origin")
    @DeleteMapping
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveOrigin(new AccountId(caller.account()), in.origin()))
                .thenReturn(true);
    }
}
