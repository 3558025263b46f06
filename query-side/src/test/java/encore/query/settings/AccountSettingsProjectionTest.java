package encore.query.settings;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsEvent.AccountSettingsChanged;
import encore.kernel.settings.AccountSettingsId;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.query.ProjectionUnderTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountSettingsProjectionTest {

    private final ProjectionUnderTest<AccountSettingsProjection> settings =
            new ProjectionUnderTest<>(AccountSettingsProjection::new);

    @AfterEach
    void close() {
        settings.close();
    }

    @Test
    void an_account_has_the_defaults_until_it_sets_its_own() {
        assertThat(settings(7)).isEqualTo(AccountSettings.DEFAULT);
        settings.given(new AccountSettingsChanged(new AccountSettingsId(7), AccountSettings.inCurrency("CAD")));
        assertThat(settings(7)).isEqualTo(AccountSettings.inCurrency("CAD"));
        assertThat(settings(8)).isEqualTo(AccountSettings.DEFAULT);
        try (var again = settings.replayed()) {
            assertThat(again.checksums()).isEqualTo(settings.checksums());
        }
    }

    private AccountSettings settings(long account) {
        return settings.read(documents -> settings.projection().find(new FindAccountSettings(account), documents));
    }
}
