package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.HookReceiver.Message;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A customer's endpoint gets awards: signed, in order, again when it refused, and once more when asked to. */
@RunsOn(
        value = {Arrangement.EMBEDDED, Arrangement.MONGO, Arrangement.PROCESSES},
        because = "the delivery runs beside the log of each of them")
class WebhookDeliveryJourneyTest extends Journey {

    /** Only a demo calls this machine. */
    private static final Map<String, Object> DEMO = Map.of("encore.demo", "on");

    private static final String ALL = "/api/v1/manage/webhooks";

    private final HookReceiver receiver = new HookReceiver();

    @TempDir
    private Path data;

    private RunningEncore own;
    private Api customer;

    @BeforeEach
    void start() {
        own = RunningEncore.on(data, DEMO);
        customer = own.newAccount();
    }

    @AfterEach
    void stop() {
        own.close();
        receiver.close();
    }

    private void restart() {
        own.close();
        own = RunningEncore.on(data, DEMO);
        customer = new Api(own.url(), customer.headers());
    }

    @Test
    void awards_arrive_signed_in_order_and_a_replay_sends_them_again() {
        customer.pointType("stars");
        long ada = customer.fan("ada@hooks.example");
        long ben = customer.fan("ben@hooks.example");
        customer.award(ada, "stars", 1).mustBe(200);
        JsonNode made = make("points_awarded");
        String secret = made.get("secret").asString();
        String one = ALL + "/" + made.get("webhook_uid").asString();
        List<Long> positions = new ArrayList<>();
        Map<Long, Long> balances = new HashMap<>(Map.of(ada, 1L, ben, 0L));
        Map<Long, Long> expected = new HashMap<>();
        for (int i = 1; i <= 20; i++) {
            long fan = i % 2 == 0 ? ada : ben;
            long position =
                    Long.parseLong(customer.award(fan, "stars", i).mustBe(200).header("Encore-Position"));
            positions.add(position);
            expected.put(position, balances.merge(fan, (long) i, Long::sum));
        }
        await(() -> receiver.messages.size() >= 20);
        assertThat(receiver.messages).allMatch(message -> message.isVerifiedBy(secret));
        for (Message message : receiver.messages) {
            assertThat(message.json().get("type").asString()).isEqualTo("points_awarded");
            assertThat(message.data().get("balance").asLong()).isEqualTo(expected.get(position(message)));
            assertThat(message.body()).doesNotContain("hooks.example");
        }
        assertThat(positionsOf(ada)).isEqualTo(everySecond(positions, 1));
        assertThat(positionsOf(ben)).isEqualTo(everySecond(positions, 0));

        await(() -> attempts(one).size() == 20);
        assertThat(attempts(one)).allMatch(attempt -> attempt.get("status").asInt() == 204);
        assertThat(customer.get(one + "/dead_letters").mustBe(200).body()).isEmpty();
        for (JsonNode attempt : attempts(one)) {
            assertSentAgainAs(messageOf(attempt), sentMessage(one, attempt));
        }
        await(() -> states().get(0).get("lag_seconds").asInt() == 0
                && states().get(0).get("position").asLong() >= positions.getLast());
        assertThat(states().get(0).get("failing_since_timestamp").isNull()).isTrue();
        JsonNode size = customer.get(one + "/replays/size?after=" + positions.get(9) + "&until=" + positions.get(14))
                .mustBe(200)
                .body();
        assertThat(size.get("event_count").asInt()).isEqualTo(5);
        assertThat(size.get("is_at_least").asBoolean()).isFalse();
        assertThat(customer.get(one + "/replays/size?after=0&event_types=fan_*")
                        .mustBe(200)
                        .body()
                        .get("event_count")
                        .asInt())
                .isPositive();
        customer.get(one + "/attempts/9999.0").mustBe(404);
        customer.get(one + "/attempts/x").mustBe(404);

        String replay = customer.post(one + "/replays", "after", positions.get(9), "until", positions.get(14))
                .mustBe(200)
                .body()
                .get("replay_uid")
                .asString();
        await(() -> receiver.messages.size() >= 25);
        List<Message> again = receiver.messages.subList(20, 25);
        assertThat(again).allMatch(message -> replay.equals(message.replay()) && message.isVerifiedBy(secret));
        assertThat(again.stream().map(WebhookDeliveryJourneyTest::position))
                .containsExactlyInAnyOrderElementsOf(positions.subList(10, 15));
        await(() -> attempts(one).size() == 25);
        for (JsonNode attempt : attempts(one)) {
            if (attempt.get("is_replay").asBoolean()) {
                JsonNode sent = sentMessage(one, attempt);
                assertThat(header(sent, "Encore-Replay")).isEqualTo(replay);
                assertThat(again)
                        .anyMatch(message ->
                                message.body().equals(sent.get("body").asString()));
            }
        }
        Map<Long, String> ids = new HashMap<>();
        receiver.messages.forEach(message -> {
            String before = ids.put(position(message), message.id());
            assertThat(before == null || before.equals(message.id())).isTrue();
        });
        await(() -> customer.get(one + "/replays").mustBe(200).body().isEmpty());
        customer.delete(one).mustBe(200);
        for (String below : List.of("/attempts", "/dead_letters", "/replays")) {
            customer.get(one + below).mustBe(404);
        }
    }

    @Test
    void imported_awards_go_to_webhooks_that_ask_for_imports_alone() {
        customer.pointType("stars");
        long ada = customer.fan("ada@imports.example");
        try (HookReceiver all = new HookReceiver()) {
            make("points_awarded");
            customer.post(ALL, "url", all.url(), "event_types", "points_awarded", "with_imports", true)
                    .mustBe(200);
            String row = "{\"fan_id\":" + ada + ",\"point_name\":\"stars\",\"point_count\":5,\"award_key\":\"k1\"}";
            customer.postJson("/api/v1/manage/imports/points", "{\"with_effects\":true,\"rows\":[" + row + "]}")
                    .mustBe(200);
            customer.award(ada, "stars", 2).mustBe(200);
            await(() -> all.messages.size() == 2 && receiver.messages.size() == 1);
            assertThat(counts(all)).containsExactly(5, 2);
            assertThat(counts(receiver)).containsExactly(2);
        }
    }

    private static List<Integer> counts(HookReceiver of) {
        return of.messages.stream()
                .map(message -> message.data().get("point_count").asInt())
                .toList();
    }

    @Test
    void a_refused_message_comes_again_under_its_id_before_the_next_of_its_fan_also_after_a_restart() {
        customer.pointType("stars");
        long ada = customer.fan("ada@again.example");
        String one = ALL + "/" + make("points_awarded").get("webhook_uid").asString();
        receiver.answer = message -> receiver.messages.isEmpty() ? 500 : 200;
        customer.award(ada, "stars", 1).mustBe(200);
        customer.award(ada, "stars", 2).mustBe(200);
        await(() -> attempts(one).size() == 1);
        restart();
        await(() -> receiver.messages.size() == 3);
        assertThat(receiver.messages.get(1).id())
                .isEqualTo(receiver.messages.getFirst().id());
        assertThat(receiver.messages.get(1).timestamp())
                .isGreaterThanOrEqualTo(receiver.messages.getFirst().timestamp() + 5);
        assertThat(receiver.messages.get(2).data().get("point_count").asLong()).isEqualTo(2);
        await(() -> attempts(one).size() == 3);
        JsonNode oldest = attempts(one).getLast();
        assertThat(oldest.get("status").asInt()).isEqualTo(500);
        assertThat(oldest.get("failure").asString()).isEqualTo("status");
        for (String order : List.of("/dead_letters/retry", "/dead_letters/discard")) {
            assertThat(customer.post(one + order, "message_id", "unknown")
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("message_id");
        }
        assertThat(customer.post(one + "/replays", "after", 1_000_000_000)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("after");
        assertThat(customer.post(one + "/replays", "after", 10, "until", 5)
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("until");
    }

    /** The first tries fail while the fan exists; the retries come after its erasure. */
    @Test
    void a_retry_after_an_erasure_has_nothing_of_the_fan_but_its_id() {
        customer.pointType("stars");
        String one =
                ALL + "/" + make("fan_*", "points_awarded").get("webhook_uid").asString();
        receiver.answer = message -> 500;
        long ada = Long.parseLong(customer.post(
                        "/api/v1/crm/fans",
                        "email",
                        "ada@qzemailmark.example",
                        "display_name",
                        "Qzdisplaymark",
                        "city",
                        "Qzcitymark")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asString());
        customer.award(ada, "stars", 3).mustBe(200);
        await(() -> !receiver.messages.isEmpty());
        customer.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        receiver.answer = message -> 200;
        await(() -> receiver.messages.stream()
                .anyMatch(message -> message.json().get("type").asString().equals("points_awarded")));
        String first = receiver.messages.getFirst().id();
        assertThat(receiver.messages.stream().filter(message -> message.id().equals(first)))
                .hasSizeGreaterThan(1);
        assertThat(receiver.messages)
                .allSatisfy(message -> assertThat(message.body())
                        .contains("\"fan_id\":" + ada)
                        .doesNotContainIgnoringCase("qzemailmark", "qzdisplaymark", "qzcitymark"));
        assertThat(customer.get(one + "/dead_letters").mustBe(200).body()).isEmpty();
    }

    @Test
    void twenty_slow_receivers_of_an_account_delay_no_message_of_another_at_the_same_host() {
        customer.pointType("stars");
        long ada = customer.fan("ada@slow.example");
        for (int i = 0; i < 20; i++) {
            make("points_awarded");
        }
        Api other = own.newAccount();
        other.pointType("stars");
        long ben = other.fan("ben@quick.example");
        make(other, "points_awarded");
        var received = new CountDownLatch(1);
        Set<Message> arrived = ConcurrentHashMap.newKeySet();
        receiver.answer = message -> {
            arrived.add(message);
            if (message.data().get("fan_id").asLong() != ben) {
                waitFor(received);
            }
            return 204;
        };
        customer.award(ada, "stars", 1).mustBe(200);
        await(() -> arrived.size() == 20);
        long start = System.nanoTime();
        other.award(ben, "stars", 1).mustBe(200);
        await(() -> arrived.size() == 21);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        received.countDown();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(14, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode make(String... eventTypes) {
        return make(customer, eventTypes);
    }

    private JsonNode make(Api owner, String... eventTypes) {
        List<Object> form = new ArrayList<>(List.of("url", receiver.url()));
        for (String type : eventTypes) {
            form.addAll(List.of("event_types", type));
        }
        return owner.post(ALL, form.toArray()).mustBe(200).body();
    }

    private List<JsonNode> attempts(String one) {
        List<JsonNode> rows = new ArrayList<>();
        customer.get(one + "/attempts").mustBe(200).body().get("data").forEach(rows::add);
        return rows;
    }

    private static long position(Message message) {
        return message.data().get("position").asLong();
    }

    private List<Long> positionsOf(long fan) {
        return receiver.messages.stream()
                .filter(message -> message.data().get("fan_id").asLong() == fan)
                .map(WebhookDeliveryJourneyTest::position)
                .toList();
    }

    private static List<Long> everySecond(List<Long> positions, int from) {
        List<Long> some = new ArrayList<>();
        for (int i = from; i < positions.size(); i += 2) {
            some.add(positions.get(i));
        }
        return some;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private JsonNode states() {
        return customer.get(ALL + "/states").mustBe(200).body();
    }

    private JsonNode sentMessage(String one, JsonNode attempt) {
        return customer.get(one + "/attempts/" + attempt.get("attempt_key").asString())
                .mustBe(200)
                .body();
    }

    /** Returns the message as the receiver got it first. */
    private Message messageOf(JsonNode attempt) {
        return receiver.messages.stream()
                .filter(message -> message.id().equals(attempt.get("message_id").asString()))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSentAgainAs(Message message, JsonNode sent) {
        assertThat(sent.get("body").asString()).isEqualTo(message.body());
        assertThat(header(sent, "webhook-id")).isEqualTo(message.id());
        assertThat(header(sent, "webhook-timestamp")).isEqualTo(Long.toString(message.timestamp()));
        assertThat(header(sent, "Content-Type")).isEqualTo("application/json");
        assertThat(header(sent, "webhook-signature")).isNull();
        assertThat(header(sent, "Encore-Replay")).isNull();
    }

    private static @Nullable String header(JsonNode sent, String name) {
        return sent.get("headers")
                .valueStream()
                .filter(header -> header.get("name").asString().equals(name))
                .map(header -> header.get("value").asString())
                .findFirst()
                .orElse(null);
    }
}
