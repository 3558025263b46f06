package encore.api.settings;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.settings.AccountSettings;
import encore.kernel.settings.AccountSettingsCommand.ChangeAccountSettings;
import encore.kernel.settings.AccountSettingsId;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
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
                .isEqualTo("{\"currency\":\"USD\",\"console_time_zone\":null,\"console_locale\":null}");
    }

    @ParameterizedTest
    @CsvSource({FORM + ", currency=eur", "application/json, {\"currency\": \"EUR\"}"})
    void a_currency_is_set(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk();
        sent(Patch.of(AccountSettings.inCurrency("EUR")));
    }

    @ParameterizedTest
    @CsvSource({
        FORM + ", console_time_zone=Europe/Vienna&console_locale=de-at",
        "application/json, '{\"console_time_zone\": \"Europe/Vienna\", \"console_locale\": \"de-AT\"}'"
    })
    void the_zone_and_the_locale_of_the_console_are_set(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk();
        sent(Patch.of(new AccountSettings(null, ZoneId.of("Europe/Vienna"), "de-AT")));
    }

    @Test
    void an_empty_zone_and_an_empty_locale_are_cleared() {
        GATEWAY.post(PATH, FORM, "console_time_zone=&console_locale=").isOk();
        sent(new Patch<>(AccountSettings.inCurrency(null), Set.of("consoleTimeZone", "consoleLocale")));
    }

    @ParameterizedTest
    @CsvSource({
        "console_time_zone, Europe/Atlantis",
        "console_time_zone, +02:00",
        "console_time_zone, europe/vienna",
        "console_locale, de_AT",
        "console_locale, qx",
        "console_locale, en-QX",
        "console_locale, english"
    })
    void an_unknown_zone_and_an_unknown_locale_are_named(String field, String value) {
        naming(GATEWAY.post(PATH, FORM, field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void an_empty_currency_is_the_default() {
        GATEWAY.post(PATH, FORM, "currency=").isOk();
        sent(new Patch<>(AccountSettings.inCurrency(null), Set.of("currency")));
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
