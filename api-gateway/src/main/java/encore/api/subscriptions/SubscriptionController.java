package encore.api.subscriptions;

import static encore.api.access.Lock.KEY;
import static encore.api.limits.AddressLimit.NEW_FANS;

import encore.api.access.Access;
import encore.api.access.CallSource;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.limits.LoginCaller;
import encore.api.limits.LoginLimits;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Refusal;
import encore.kernel.privacy.Contact;
import encore.kernel.subscriptions.PushDevice;
import encore.kernel.subscriptions.SubscriptionCommand.Subscribe;
import encore.kernel.subscriptions.SubscriptionId;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Subscribes devices of a partner's users. */
@RestController
@Access(scope = "misc", lock = KEY)
@RequestMapping("/api/v1/partner_subscription")
class SubscriptionController {

    record Device(
            @Contact @Description("The partner's name of the user.") @NotBlank @Size(max = 255)
            String userKey,

            @Contact
            @Description("The token under which messages are pushed to the device.")
            @NotBlank
            @Size(max = 4_000)
            String pushToken,

            @Description("The system of the device: ios or android.")
            @Pattern(regexp = "ios|android", message = "must be ios or android")
            String deviceNetwork) {

        Subscribe command(long account) {
            return new Subscribe(
                    new SubscriptionId(account, Ids.uid()), userKey, new PushDevice(deviceNetwork, pushToken));
        }
    }

    private final Backend backend;
    private final LoginLimits loginLimits;

    SubscriptionController(Backend backend, LoginLimits loginLimits) {
        this.backend = backend;
        this.loginLimits = loginLimits;
    }

    @Description("Subscribes a device; it belongs to the user_key that sent it last")
    @PostMapping
    Mono<Boolean> addDevice(Caller caller, CallSource source, @Params Device in) {
        var limited = new LoginCaller(caller.account(), source, null);
        loginLimits.take(limited, NEW_FANS);
        return backend.send(caller, in.command(caller.account()))
                .doOnNext(saved -> giveBackUnless(saved.isNew(), limited))
                .doOnError(Refusal.class, refusal -> giveBackUnless(false, limited))
                .thenReturn(true);
    }

    /** A known user counts for no address. */
    private void giveBackUnless(boolean isNew, LoginCaller limited) {
        if (!isNew) {
            loginLimits.giveBack(limited, NEW_FANS);
        }
    }
}
