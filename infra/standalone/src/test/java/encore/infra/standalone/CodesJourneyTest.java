package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Codes in a demo without a mail server and a webhook: whoever tries it finds them at {@code manage/outbox}. */
class CodesJourneyTest extends Journey {

    private static final String OUTBOX = "/api/v1/manage/outbox";
    private static final String CONNECT = "/api/v1/sessions/connect";
    private static final String FANS = "/api/v1/crm/fans/";
    private static final Pattern CODE = Pattern.compile("(?<=is )\\d{6}(?=\\.)");

    @Test
    void the_demo_shows_what_it_does_not_send_until_the_fan_is_erased(@TempDir Path data) {
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.demo", "on"))) {
            JsonNode opened = encore.operator()
                    .post("/api/v1/manage/accounts", "name", "codes")
                    .mustBe(200)
                    .body();
            Api ours = new Api(
                    encore.url(),
                    Map.of(
                            "Api-Key", opened.get("api_key").asString(),
                            "Api-Secret", opened.get("api_secret").asString()));
            Api others = encore.newAccount();
            long fan = ours.post("/api/v1/crm/fans", "email", "ada@fans.example")
                    .mustBe(200)
                    .body()
                    .get("fan_id")
                    .asLong();
            long business = ours.business("Acme");
            Api app = new Api(
                    encore.url(), Map.of("Api-Key", opened.get("api_key").asString()));
            for (String[] each : new String[][] {
                {"verify_email", "email", "ada@fans.example", "session_uid"},
                {"verify_sms", "phone", "+4915112345678", "verification_uid"}
            }) {
                String request = app.post(CONNECT, "network", each[0], "business_id", business, each[1], each[2])
                        .mustBe(200)
                        .body()
                        .get("request_uid")
                        .asString();
                await().until(() -> !messageOf(ours, request).isMissingNode());
                JsonNode message = messageOf(ours, request);
                assertThat(message.get("to").asString()).isEqualTo(each[2]);
                assertThat(message.get("network").asString()).isEqualTo(each[1]);
                assertThat(message.get("text").asString()).contains("Acme");
                Matcher code = CODE.matcher(message.get("text").asString());
                assertThat(code.find()).isTrue();
                assertThat(app.post(
                                        CONNECT,
                                        "network",
                                        "submit_verification_code",
                                        "business_id",
                                        business,
                                        "request_uid",
                                        request,
                                        "verification_code",
                                        code.group())
                                .mustBe(200)
                                .body()
                                .has(each[3]))
                        .isTrue();
            }
            assertThat(others.get(OUTBOX).mustBe(200).body().get("data")).isEmpty();
            ours.delete(FANS + fan).mustBe(200);
            await().until(() -> ours.get(OUTBOX).mustBe(200).body().get("data").size() == 1);
        }
    }

    private static JsonNode messageOf(Api api, String request) {
        return api.get(OUTBOX)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .filter(message -> message.get("request_uid").asString().equals(request))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }
}
