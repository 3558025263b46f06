package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A pass from the box office to the door. */
class PassesJourneyTest extends Journey {

    private long show;
    private long fan;

    @BeforeEach
    void a_registration_campaign_and_a_fan() {
        show = api.campaign("Opening night", "registration");
        fan = api.fan("ada@fans.example");
    }

    @Test
    void a_pass_lets_in_once_by_its_code_in_any_case() {
        JsonNode pass = issue();
        String code = pass.get("pass_code").asString();
        assertThat(code).matches("[A-Z2-9]{8}");
        JsonNode in = api.post(checkIn(show), "pass_code", code.toLowerCase(Locale.ROOT))
                .mustBe(200)
                .body();
        assertThat(in.get("pass_uid")).isEqualTo(pass.get("pass_uid"));
        assertThat(in.get("fan_id").asLong()).isEqualTo(fan);
        assertThat(in.get("checked_in").asBoolean()).isTrue();
        assertThat(field(api.post(checkIn(show), "pass_code", code))).isEqualTo("pass_code");
        assertThat(api.get(passes(show) + "/" + pass.get("pass_uid").asString())
                        .mustBe(200)
                        .body()
                        .get("checked_in")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void a_scanner_that_was_not_answered_asks_again_with_its_key() {
        String code = issue().get("pass_code").asString();
        Api scanner = api.with("Idempotency-Key", "scan-1");
        String first =
                scanner.post(checkIn(show), "pass_code", code).mustBe(200).text();
        assertThat(scanner.post(checkIn(show), "pass_code", code).mustBe(200).text())
                .isEqualTo(first);
    }

    @Test
    void of_64_scanners_at_once_one_lets_in() throws Exception {
        String uid = issue().get("pass_uid").asString();
        List<Integer> answers = together(Collections.nCopies(
                64, () -> api.post(checkIn(show), "pass_uid", uid).status()));
        assertThat(answers).containsOnly(200, 400).containsOnlyOnce(200);
    }

    @Test
    void an_unknown_or_revoked_pass_and_one_of_another_campaign_are_refused() {
        JsonNode pass = issue();
        String uid = pass.get("pass_uid").asString();
        JsonNode other = issue();
        assertThat(field(api.post(checkIn(api.campaign("Another night", "registration")), "pass_uid", uid)))
                .isEqualTo("pass_uid");
        assertThat(field(api.post(checkIn(show), "pass_code", "ABCDEFGH"))).isEqualTo("pass_code");
        assertThat(field(api.post(
                        checkIn(show),
                        "pass_uid",
                        uid,
                        "pass_code",
                        other.get("pass_code").asString())))
                .isEqualTo("pass_uid");
        api.post(checkIn(show + 1), "pass_uid", uid).mustBe(404);
        api.delete(passes(show) + "/" + uid).mustBe(200);
        assertThat(field(api.post(checkIn(show), "pass_uid", uid))).isEqualTo("pass_uid");
        api.get(passes(show) + "/" + uid).mustBe(404);
        assertThat(api.get(passes(show)).mustBe(200).body()).hasSize(1);
        assertThat(field(api.post(passes(show), "fan_id", fan + 1))).isEqualTo("fan_id");
        api.delete("/api/v1/manage/apps/" + show).mustBe(200);
        api.get(passes(show)).mustBe(404);
        api.post(checkIn(show), "pass_code", other.get("pass_code").asString()).mustBe(404);
    }

    @Test
    void an_erased_fans_pass_lets_nobody_in_and_leaves_the_list() {
        JsonNode pass = issue();
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        assertThat(field(api.post(
                        checkIn(show), "pass_code", pass.get("pass_code").asString())))
                .isEqualTo("pass_code");
        assertThat(api.get(passes(show)).mustBe(200).body()).isEmpty();
    }

    private JsonNode issue() {
        return api.post(passes(show), "fan_id", fan).mustBe(200).body();
    }

    private static String passes(long campaign) {
        return "/api/v1/manage/apps/" + campaign + "/passes";
    }

    private static String checkIn(long campaign) {
        return "/api/v1/apps/" + campaign + "/registration/checkin";
    }

    private static String field(Api.Answer refused) {
        return refused.mustBe(400).body().at("/errors/0/field").asString();
    }
}
