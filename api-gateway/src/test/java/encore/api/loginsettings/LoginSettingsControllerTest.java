package encore.api.loginsettings;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.loginsettings.LoginSettings;
import encore.kernel.loginsettings.LoginSettingsBuilder;
import encore.kernel.loginsettings.LoginSettingsCommand.ChangeLoginSettings;
import encore.kernel.loginsettings.LoginSettingsId;
import encore.kernel.loginsettings.LoginSettingsQuery.FindLoginSettings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginSettingsControllerTest {

    private static final String PATH = "/api/v1/manage/login_settings";
    private static final String FORM = "application/x-www-form-urlencoded";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(LoginSettingsController.class);

    @BeforeEach
    void settings() {
        GATEWAY.backend
                .on(FindLoginSettings.class, query -> LoginSettings.DEFAULT)
                .on(
                        ChangeLoginSettings.class,
                        command ->
                                command.change().applyTo(LoginSettings.DEFAULT).withDefaults());
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
                .isEqualTo("{\"staff_tag_ids\":[],\"staff_field_keys\":[],\"staff_prop_names\":[],"
                        + "\"codes_per_day\":10000,\"sms_codes_per_day\":1000,\"sms_countries\":[]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | staff_tag_ids=5&staff_tag_ids=4&staff_field_keys=seat"
                        + "&staff_prop_names=vip&codes_per_day=0&sms_countries=us&sms_countries=Germany",
                "application/json | {\"staff_tag_ids\": [5, 4], \"staff_field_keys\": [\"seat\"],"
                        + " \"staff_prop_names\": [\"vip\"], \"codes_per_day\": 0, \"sms_countries\": [\"us\", \"Germany\"]}"
            })
    void a_change_names_some(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk();
        sent(Patch.of(LoginSettingsBuilder.builder()
                .staffTagIds(List.of(4L, 5L))
                .staffFieldKeys(List.of("seat"))
                .staffPropNames(List.of("vip"))
                .codesPerDay(0)
                .smsCountries(List.of("DE", "US"))
                .build()));
    }

    @Test
    void an_empty_value_is_an_empty_list_or_the_default() {
        GATEWAY.post(PATH, FORM, "staff_tag_ids=&codes_per_day=&sms_codes_per_day=&sms_countries=")
                .isOk();
        sent(new Patch<>(
                LoginSettingsBuilder.builder()
                        .staffTagIds(List.of())
                        .smsCountries(List.of())
                        .build(),
                Set.of("codesPerDay", "smsCodesPerDay")));
    }

    @ParameterizedTest
    @CsvSource({
        "staff_tag_ids=x, staff_tag_ids",
        "staff_prop_names=a+b, staff_prop_names[0]",
        "codes_per_day=-1, codes_per_day",
        "codes_per_day=1000001, codes_per_day",
        "sms_codes_per_day=many, sms_codes_per_day",
        "sms_countries=Atlantis, sms_countries"
    })
    void the_field_of_an_invalid_value_is_named(String form, String field) {
        naming(GATEWAY.post(PATH, FORM, form), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    private static void sent(Patch<LoginSettings> change) {
        assertThat(GATEWAY.backend.sent).isEqualTo(List.of(new ChangeLoginSettings(new LoginSettingsId(7), change)));
    }
}
