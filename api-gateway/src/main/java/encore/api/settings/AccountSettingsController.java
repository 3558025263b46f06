package encore.api.settings;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.people.Area;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsId;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the settings of an account as a whole. */
@RestController
@Access(scope = "manage", area = Area.SYSTEM, lock = SECRET)
@RequestMapping("/api/v1/manage/settings")
class AccountSettingsController {

    record Change(
            @Description("ISO 4217 code, in capital or small letters. Empty: USD.") @Nullable @Size(max = 3)
            String currency,

            @Description("Empty: UTC.") @Nullable ZoneId consoleTimeZone,

            @Description("Empty: ISO 8601.") @Nullable @Size(max = 35)
            String consoleLocale,

            ClearedComponents cleared) {

        @AssertTrue(message = "must be a code of ISO 4217")
        @ErrorField("currency")
        boolean isACurrency() {
            return currency == null || CurrencyCodes.find(currency) != null;
        }

        @AssertTrue(message = "must be the BCP 47 tag of a language, such as de-AT")
        @ErrorField("console_locale")
        boolean isALocale() {
            return consoleLocale == null || LocaleTags.find(consoleLocale) != null;
        }

        Patch<AccountSettings> asChange() {
            return cleared.toPatch(
                    new AccountSettings(CurrencyCodes.find(currency), consoleTimeZone, LocaleTags.find(consoleLocale)));
        }
    }

    private final Backend backend;

    AccountSettingsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the settings of the account")
    @GetMapping
    Mono<AccountSettings> findAccountSettings(Caller caller) {
        return backend.ask(caller, new FindAccountSettings(caller.account()));
    }

    @Description("Changes the settings of the account")
    @PostMapping
    Mono<AccountSettings> changeAccountSettings(Caller caller, @Params Change in) {
        return backend.send(caller, new ChangeAccountSettings(new AccountSettingsId(caller.account()), in.asChange()));
    }
}
