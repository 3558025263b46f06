package encore.command.settings;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsEvent.AccountSettingsChanged;
import encore.kernel.settings.AccountSettingsId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsOfAccountTest {

    private static final AccountSettingsId OURS = new AccountSettingsId(7);
    private static final AccountSettings EUROS = new AccountSettings("EUR");

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
                .when(new ChangeAccountSettings(OURS, new Patch<>(new AccountSettings(null), Set.of("currency"))))
                .expectEvents(new AccountSettingsChanged(OURS, AccountSettings.DEFAULT))
                .expectResultMessagePayload(AccountSettings.DEFAULT);
    }

    @Test
    void a_change_of_nothing_records_nothing() {
        settings.givenNoPriorActivity()
                .when(new ChangeAccountSettings(OURS, Patch.of(new AccountSettings("USD"))))
                .expectNoEvents()
                .expectResultMessagePayload(AccountSettings.DEFAULT);
    }
}
