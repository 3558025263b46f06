package encore.api.accounts;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.accounts.Account.RedirectUrl;
import encore.kernel.accounts.AccountCommand.AllowRedirectUrl;
import encore.kernel.accounts.AccountCommand.RemoveRedirectUrl;
import encore.kernel.accounts.AccountId;
import encore.kernel.accounts.AccountQuery.FindRedirectUrls;
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

/** Keeps the addresses to which the account's browser logins may lead back. An empty list allows none. */
@RestController
@Access(scope = "manage", area = Area.KEYS, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/redirect_urls")
class RedirectUrlsController {

    record One(
            @Description(
                    "https, http on loopback, or an app's own scheme, which has a dot. Logins send exactly this text.")
            @NotBlank
            @Size(max = 2_000)
            String redirectUrl) {}

    private final Backend backend;

    RedirectUrlsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the addresses to which browser logins may lead back")
    @GetMapping
    Mono<List<RedirectUrl>> all(Caller caller) {
        return backend.ask(caller, new FindRedirectUrls(caller.account()));
    }

    @Description("Adds an address")
    @PostMapping
    Mono<RedirectUrl> allow(Caller caller, @Params One in) {
        return backend.send(caller, new AllowRedirectUrl(new AccountId(caller.account()), in.redirectUrl()));
    }

    @Description("Removes an address")
    @DeleteMapping
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveRedirectUrl(new AccountId(caller.account()), in.redirectUrl()))
                .thenReturn(true);
    }
}
