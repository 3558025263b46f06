package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Joins of one fan, a ban and messages, and results and answers come at the same moment. */
class ShowRacesJourneyTest extends Journey {

    private static final int FANS = 20;
    private static final int MESSAGES = 5;

    private record Fan(long fanId, String session) {}

    private long account;
    private long show;
    private String room;

    @BeforeEach
    void a_show_that_is_pending() {
        show = api.campaign("Race night", "fanxp");
        room = "global_chat:room:" + show;
        api.post(managed() + "/state", "state", "pending").mustBe(200);
        account = api.get("/api/v1/fanxp/" + show)
                .mustBe(200)
                .body()
                .get("account_id")
                .longValue();
    }

    @Test
    void of_twenty_joins_of_one_fan_at_the_same_moment_one_stays() throws Exception {
        Fan fan = fan(api.business("Doors"));
        List<Callable<LiveClient>> joins = new ArrayList<>();
        for (int i = 0; i < FANS; i++) {
            Api gateway = arrangement == Arrangement.PROCESSES && i % 2 == 1 ? encore().atOtherGateway(api) : api;
            joins.add(() -> {
                LiveClient client = LiveClient.joining(gateway.url(), joining(fan));
                return client;
            });
        }
        List<LiveClient> clients = together(joins);
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(30))
                .until(() -> open(clients).size() <= 1);
        for (LiveClient client : clients) {
            if (client.isClosed()) {
                assertThat(client.closed()).isEqualTo(4001);
            }
        }
        LiveClient stays = open(clients).getFirst();
        stays.send("chat_message", message("I am here"));
        JsonNode frame = stays.next();
        while (!frame.path("event").asString("").equals("chat_message")) {
            frame = stays.next();
        }
        assertThat(open(clients)).containsExactly(stays);
        stays.cutOff();
    }

    private static List<LiveClient> open(List<LiveClient> clients) {
        return clients.stream().filter(client -> !client.isClosed()).toList();
    }

    @Test
    void no_message_follows_a_ban() throws Exception {
        List<Fan> fans = fans();
        Map<Long, Long> bannedAt = new HashMap<>();
        List<LiveClient> clients = new ArrayList<>();
        for (Fan fan : fans) {
            LiveClient client = LiveClient.joined(api.url(), joining(fan));
            clients.add(client);
        }
        List<Callable<Long>> calls = new ArrayList<>();
        for (int i = 0; i < FANS; i++) {
            LiveClient client = clients.get(i);
            long fanId = fans.get(i).fanId();
            calls.add(() -> {
                for (int text = 0; text < MESSAGES; text++) {
                    client.trySend("chat_message", message("No. " + text));
                }
                return 0L;
            });
            calls.add(() -> {
                Answer ban = api.post(managed() + "/bans", "fan_id", fanId, "reason", "spam")
                        .mustBe(200);
                return Long.valueOf(ban.header("Encore-Position"));
            });
        }
        List<Long> positions = together(calls);
        for (int i = 0; i < FANS; i++) {
            bannedAt.put(fans.get(i).fanId(), positions.get(2 * i + 1));
        }
        for (LiveClient client : clients) {
            assertThat(client.closed()).isEqualTo(4003);
        }
        JsonNode messages =
                api.get(managed() + "/chat_messages", "limit", 500).mustBe(200).body();
        for (JsonNode message : messages) {
            assertThat(message.get("position").longValue())
                    .isLessThan(bannedAt.get(message.get("fan_id").longValue()));
        }
        // What was acknowledged is there.
        Set<String> recorded = StreamSupport.stream(messages.spliterator(), false)
                .map(message -> message.get("chat_message_uid").asString())
                .collect(Collectors.toSet());
        for (LiveClient client : clients) {
            while (!client.isQuiet()) {
                JsonNode uid = client.next().at("/data/chat_message_uid");
                if (!uid.isMissingNode()) {
                    assertThat(recorded).contains(uid.asString());
                }
            }
        }
    }

    @Test
    void an_answer_counts_if_and_only_if_it_was_accepted_while_the_results_were_shown() throws Exception {
        List<Fan> fans = fans();
        Random chance = new Random(41);
        long accepted = 0;
        for (int round = 0; round < 3; round++) {
            String question = api.postJson(
                            "/api/v1/manage/apps/" + show + "/quiz_questions",
                            "{\"question\": \"Who scores in round " + round + "?\", \"options\": [\"Ann\", \"Bob\"],"
                                    + " \"right_answers\": [0], \"point_count\": 10}")
                    .mustBe(200)
                    .body()
                    .get("quiz_question_uid")
                    .asString();
            String overlay = api.made(
                    managed() + "/overlays",
                    "app_overlay_uid",
                    "overlay_type",
                    "quiz_question",
                    "quiz_question_uid",
                    question);
            api.post(managed() + "/overlays/" + overlay + "/push").mustBe(200);
            List<Callable<Integer>> calls = new ArrayList<>();
            CountDownLatch someAnswered = new CountDownLatch(3);
            for (int i = 0; i < FANS; i++) {
                Fan fan = fans.get(i);
                boolean isLate = i % 2 == 1;
                int pause = chance.nextInt(40);
                calls.add(() -> {
                    if (isLate) {
                        someAnswered.await();
                        Thread.sleep(pause);
                    }
                    int status = page(fan)
                            .post("/api/v1/fanxp/" + show + "/answer", "quiz_question_uid", question, "answer_idx", 0)
                            .status();
                    someAnswered.countDown();
                    return status;
                });
            }
            calls.add(() -> {
                someAnswered.await();
                return api.post(managed() + "/quiz_questions/" + question + "/results")
                        .mustBe(200)
                        .status();
            });
            List<Integer> statuses = together(calls);
            assertThat(statuses).isSubsetOf(200, 400);
            long taken = Collections.frequency(statuses.subList(0, FANS), 200);
            accepted += taken;
            for (int i = 0; i < FANS; i++) {
                JsonNode own = page(fans.get(i))
                        .get("/api/v1/fanxp/" + show + "/answer", "quiz_question_uid", question)
                        .mustBe(200)
                        .body();
                assertThat(own.get("answer_idx").isNull()).isEqualTo(statuses.get(i) == 400);
                assertThat(own.at("/options/0/answer_count").longValue()).isEqualTo(taken);
            }
        }
        long points = 10 * accepted;
        assertThat(board()).isEqualTo(points);
        await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(ledgers(fans)).isEqualTo(points));
        assertThat(board()).isEqualTo(points);
    }

    private long board() {
        return StreamSupport.stream(
                        api.get("/api/v1/fanxp/" + show + "/leaderboard")
                                .mustBe(200)
                                .body()
                                .spliterator(),
                        false)
                .mapToLong(row -> row.get("points").longValue())
                .sum();
    }

    private long ledgers(List<Fan> fans) {
        return fans.stream()
                .flatMap(fan -> StreamSupport.stream(
                        api.get("/api/v1/crm/fans/" + fan.fanId() + "/points", "page_tab_id", show)
                                .mustBe(200)
                                .body()
                                .spliterator(),
                        false))
                .mapToLong(record -> record.get("point_count").longValue())
                .sum();
    }

    private List<Fan> fans() throws Exception {
        long business = api.business("Doors");
        return together(IntStream.range(0, FANS)
                .<Callable<Fan>>mapToObj(i -> () -> fan(business))
                .toList());
    }

    private Fan fan(long business) {
        long fanId = api.fan(SentCodes.email("racer"));
        return new Fan(fanId, FanSessions.logIn(api, fanId, business));
    }

    private Api page(Fan fan) {
        return FanSessions.app(api).with("Session-Uid", fan.session());
    }

    private String managed() {
        return "/api/v1/manage/live/" + show;
    }

    private String joining(Fan fan) {
        return "{\"account_id\":" + account + ",\"session_uid\":\"" + fan.session() + "\",\"room_name\":\"" + room
                + "\"}";
    }

    private String message(String text) {
        return "{\"room_name\":\"" + room + "\",\"message\":\"" + text + "\"}";
    }
}
