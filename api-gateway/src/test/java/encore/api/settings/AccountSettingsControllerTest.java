package encore.api.settings;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsId;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountSettingsControllerTest {

    private static final String PATH = "/api/v1/manage/settings";
    private static final String FORM = "application/x-www-form-urlencoded";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(AccountSettingsController.class);

    @BeforeEach
    void settings() {
        GATEWAY.backend
                .on(FindAccountSettings.class, query -> AccountSettings.DEFAULT)
                .on(
                        ChangeAccountSettings.class,
                        command -> command.change()
                                .applyTo(AccountSettings.DEFAULT)
                                .withDefaults());
    }

    @Test
    void they_are_shown_with_their_defaults() {
        GATEWAY.server()
                .get()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("{\"currency\":\"USD\"}");
    }

    @ParameterizedTest
    @CsvSource({FORM + ", currency=eur", "application/json, {\"currency\": \"EUR\"}"})
    void a_currency_is_set(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk();
        sent(Patch.of(new AccountSettings("EUR")));
    }

    @Test
    void an_empty_currency_is_the_default() {
        GATEWAY.post(PATH, FORM, "currency=").isOk();
        sent(new Patch<>(new AccountSettings(null), Set.of("currency")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"currency=EURO", "currency=QQQ", "currency=1"})
    void an_unknown_currency_is_named(String form) {
        naming(GATEWAY.post(PATH, FORM, form), "currency");
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    private static void sent(Patch<AccountSettings> change) {
        assertThat(GATEWAY.backend.sent)
                .isEqualTo(List.of(new ChangeAccountSettings(new AccountSettingsId(7), change)));
    }
}
