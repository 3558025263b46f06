package encore.command.settings;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsEvent.AccountSettingsChanged;
import encore.kernel.settings.AccountSettingsId;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsOfAccountTest {

    private static final AccountSettingsId OURS = new AccountSettingsId(7);
    private static final AccountSettings EUROS = AccountSettings.inCurrency("EUR");

    private final AggregateUnderTest<SettingsOfAccount> settings = new AggregateUnderTest<>(SettingsOfAccount.class);

    @Test
    void a_currency_is_set() {
        settings.givenNoPriorActivity()
                .when(new ChangeAccountSettings(OURS, Patch.of(EUROS)))
                .expectEvents(new AccountSettingsChanged(OURS, EUROS))
                .expectResultMessagePayload(EUROS);
    }

    @Test
    void a_cleared_currency_is_the_default() {
        settings.given(new AccountSettingsChanged(OURS, EUROS))
                .when(new ChangeAccountSettings(
                        OURS, new Patch<>(AccountSettings.inCurrency(null), Set.of("currency"))))
                .expectEvents(new AccountSettingsChanged(OURS, AccountSettings.DEFAULT))
                .expectResultMessagePayload(AccountSettings.DEFAULT);
    }

    @Test
    void how_the_console_shows_times_and_numbers_is_set_and_cleared_without_the_currency() {
        AccountSettings shown = new AccountSettings("EUR", ZoneId.of("Europe/Vienna"), "de-AT");
        settings.given(new AccountSettingsChanged(OURS, EUROS))
                .when(new ChangeAccountSettings(
                        OURS, Patch.of(new AccountSettings(null, ZoneId.of("Europe/Vienna"), "de-AT"))))
                .expectEvents(new AccountSettingsChanged(OURS, shown));
        Patch<AccountSettings> cleared =
                new Patch<>(AccountSettings.inCurrency(null), Set.of("consoleTimeZone", "consoleLocale"));
        settings.given(new AccountSettingsChanged(OURS, shown))
                .when(new ChangeAccountSettings(OURS, cleared))
                .expectEvents(new AccountSettingsChanged(OURS, EUROS))
                .expectResultMessagePayload(EUROS);
    }

    @Test
    void a_change_of_nothing_records_nothing() {
        settings.givenNoPriorActivity()
                .when(new ChangeAccountSettings(OURS, Patch.of(AccountSettings.inCurrency("USD"))))
                .expectNoEvents()
                .expectResultMessagePayload(AccountSettings.DEFAULT);
    }
}
