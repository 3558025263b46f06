package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.kernel.Command;
import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactCommand.RequestCode;
import encore.kernel.contacts.ContactCommand.SubmitCode;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.LoginContact;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Codes in a demo without a mail server and a webhook: whoever tries it finds them at {@code manage/outbox}. */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.MONGO},
        because = "the commands are sent to the command side of this JVM")
class CodesJourneyTest extends Journey {

    private static final String OUTBOX = "/api/v1/manage/outbox";
    private static final String FANS = "/api/v1/crm/fans/";
    private static final Pattern CODE = Pattern.compile("\\b\\d{6}\\b");

    @Test
    void the_demo_shows_what_it_does_not_send_until_the_fan_is_erased(@TempDir Path data) {
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.demo", "on"))) {
            JsonNode opened = encore.operator()
                    .post("/api/v1/manage/accounts", "name", "codes")
                    .mustBe(200)
                    .body();
            long account = opened.get("account_id").asLong();
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
            for (LoginContact each : new LoginContact[] {
                new LoginContact(ContactKind.EMAIL, "ada@fans.example"),
                new LoginContact(ContactKind.PHONE, "+4915112345678")
            }) {
                CodeReference request = Objects.requireNonNull(send(
                                encore,
                                account,
                                new RequestCode(
                                        fresh(account), each, UUID.randomUUID().toString(), null, "Acme"))
                        .reference());
                await().until(() -> !messageOf(ours, request).isMissingNode());
                JsonNode message = messageOf(ours, request);
                assertThat(message.get("to").asString()).isEqualTo(each.value());
                assertThat(message.get("network").asString())
                        .isEqualTo(each.kind().word());
                Matcher code = CODE.matcher(message.get("text").asString());
                assertThat(code.find()).isTrue();
                assertThat(send(encore, account, new SubmitCode(fresh(account), request, code.group(), true))
                                .contact())
                        .isNotNull();
            }
            assertThat(others.get(OUTBOX).mustBe(200).body().get("data")).isEmpty();
            ours.delete(FANS + fan).mustBe(200);
            await().until(() -> ours.get(OUTBOX).mustBe(200).body().get("data").size() == 1);
        }
    }

    private static JsonNode messageOf(Api api, CodeReference request) {
        return api.get(OUTBOX)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .filter(message -> message.get("request_uid").asString().equals(request.toString()))
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }

    private static ContactId fresh(long account) {
        return new ContactId(account, UUID.randomUUID().toString());
    }

    @SuppressWarnings("unchecked")
    private static <R> R send(RunningEncore encore, long account, Command<R> command) {
        return (R) encore.bean(CommandSide.class)
                .handle(new CommandRequest(account, "journey", null, null, command))
                .join()
                .answer();
    }
}
