package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Fans of a live show answer a quiz, click and play, and careless ones try what they must not. */
class QuizJourneyTest extends Journey {

    private static final int FANS = 25;
    private static final int REPEATS = 20;

    private record Player(long fanId, Api page) {}

    /** A show that is pending, with its staff and its players. */
    private record Stage(Api server, long page, List<Player> players) {

        String show() {
            return "/api/v1/fanxp/" + page;
        }

        String managed() {
            return "/api/v1/manage/live/" + page;
        }

        /** Pushes an overlay; the answer of the push. */
        Answer push(Object... overlay) {
            String uid = server.made(managed() + "/overlays", "app_overlay_uid", overlay);
            return server.post(managed() + "/overlays/" + uid + "/push").mustBe(200);
        }

        String question(String text, int right, long points) {
            return server.postJson(
                            "/api/v1/manage/apps/" + page + "/quiz_questions",
                            "{\"question\": \"" + text + "\", \"options\": [\"Ann\", \"Bob\", \"Cy\"],"
                                    + " \"right_answers\": [" + right + "], \"point_count\": " + points + "}")
                    .mustBe(200)
                    .body()
                    .get("quiz_question_uid")
                    .asString();
        }
    }

    private Stage stage(int fans) throws Exception {
        Api server = encore().newAccount();
        long business = server.business("Rovers");
        long page = server.campaign("Final", "fanxp");
        server.post("/api/v1/manage/live/" + page + "/state", "state", "pending")
                .mustBe(200);
        List<Callable<Player>> logins = Collections.nCopies(fans, () -> logIn(server, business));
        return new Stage(server, page, together(logins));
    }

    private static Player logIn(Api server, long business) {
        long fan = server.fan(UUID.randomUUID() + "@quiz.example");
        return new Player(fan, FanSessions.app(server).with("Session-Uid", FanSessions.logIn(server, fan, business)));
    }

    @Test
    void answers_at_once_count_once_and_give_points_when_the_results_are_shown() throws Exception {
        Stage stage = stage(FANS);
        String question = stage.question("Who scored?", 1, 10);
        Player first = stage.players().getFirst();
        first.page()
                .post(stage.show() + "/answer", "quiz_question_uid", question, "answer_idx", 1)
                .mustBe(400);
        stage.push("overlay_type", "quiz_question", "quiz_question_uid", question);

        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < FANS * REPEATS; i++) {
            int number = i % FANS;
            calls.add(() -> stage.players()
                    .get(number)
                    .page()
                    .post(stage.show() + "/answer", "quiz_question_uid", question, "answer_idx", number % 3));
        }
        for (Answer answer : together(calls)) {
            assertThat(answer.mustBe(200).body().propertyNames())
                    .containsExactlyInAnyOrder("quiz_question_uid", "answer_idx");
        }
        first.page()
                .post(stage.show() + "/answer", "quiz_question_uid", question, "answer_idx", 2)
                .mustBe(400);
        first.page()
                .post(stage.show() + "/answer", "quiz_question_uid", question, "answer_idx", 3)
                .mustBe(400);

        // Nothing tells the right answer before the results.
        JsonNode own = answer(stage, first, question);
        assertThat(own.get("answer_idx").asInt()).isZero();
        assertThat(own.get("is_correct").isNull()).isTrue();
        assertThat(own.get("correct_answer_idxs").isNull()).isTrue();
        assertThat(own.at("/options/0/answer_count").isNull()).isTrue();
        assertThat(leaderboard(stage)).allMatch(row -> row.get("points").asLong() == 0);
        assertThat(stats(stage).at("/questions/0/answer_count").asLong()).isEqualTo(FANS);

        stage.server()
                .post(stage.managed() + "/quiz_questions/" + question + "/results")
                .mustBe(200);
        own = answer(stage, first, question);
        assertThat(own.get("is_correct").booleanValue()).isFalse();
        assertThat(own.at("/correct_answer_idxs/0").asInt()).isEqualTo(1);
        long[] counts = new long[3];
        for (int number = 0; number < FANS; number++) {
            counts[number % 3]++;
        }
        for (int idx = 0; idx < 3; idx++) {
            assertThat(own.at("/options/" + idx + "/answer_count").asLong()).isEqualTo(counts[idx]);
        }
        JsonNode managed = stage.server()
                .get(stage.managed() + "/quiz_questions/" + question)
                .mustBe(200)
                .body();
        assertThat(managed.toString()).contains("\"answer_count\":" + counts[0]);
        List<JsonNode> board = leaderboard(stage);
        assertThat(board.subList(0, (int) counts[1]))
                .allMatch(row -> row.get("points").asLong() == 10
                        && row.get("correct_answer_count").asLong() == 1);
        assertThat(board.subList((int) counts[1], FANS))
                .allMatch(row -> row.get("points").asLong() == 0);
        first.page()
                .post(stage.show() + "/answer", "quiz_question_uid", question, "answer_idx", 0)
                .mustBe(200);

        // The ledger follows, and is equal.
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            for (Player player : stage.players()) {
                JsonNode stats = player.page()
                        .get(stage.show() + "/player_stats")
                        .mustBe(200)
                        .body();
                assertThat(points(stage, player)).isEqualTo(stats.get("points").asLong());
            }
        });
    }

    @Test
    void clicks_are_totals_repeated_and_out_of_order() throws Exception {
        int fans = 10;
        Stage stage = stage(fans);
        JsonNode pushed = stage.push(
                        "overlay_type",
                        "clicker",
                        "overlay_public_name",
                        "Clap",
                        "overlay_timer",
                        25,
                        "points_per_click",
                        2,
                        "max_points",
                        100)
                .body();
        String clicker = find(pushed, "clicker_instance_uid");
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int number = 0; number < fans; number++) {
            Player player = stage.players().get(number);
            for (int total = 1; total <= 10 + number * 10; total += 7) {
                int clicks = total;
                calls.add(() -> click(stage, player, clicker, clicks));
                calls.add(() -> click(stage, player, clicker, clicks));
            }
            int last = 10 + number * 10;
            calls.add(() -> click(stage, player, clicker, last));
        }
        Collections.shuffle(calls, new Random(3));
        together(calls).forEach(answer -> answer.mustBe(200));
        for (int number = 0; number < fans; number++) {
            Player player = stage.players().get(number);
            assertThat(click(stage, player, clicker, 1)
                            .mustBe(200)
                            .body()
                            .get("click_count")
                            .asLong())
                    .isEqualTo(10 + number * 10L);
            JsonNode own = player.page()
                    .get(stage.show() + "/player_stats")
                    .mustBe(200)
                    .body();
            assertThat(own.at("/clickers/0/click_count").asLong()).isEqualTo(10 + number * 10L);
            assertThat(own.get("clicker_points").asLong()).isEqualTo(Math.min(100, 20 + number * 20L));
        }
        JsonNode counted = stats(stage).at("/clickers/0");
        assertThat(counted.get("fan_count").asLong()).isEqualTo(fans);
        assertThat(counted.get("click_count").asLong()).isEqualTo(fans * 10L + 10 * fans * (fans - 1) / 2);

        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            for (int number = 0; number < fans; number++) {
                assertThat(points(stage, stage.players().get(number))).isEqualTo(Math.min(100, 20 + number * 20L));
            }
        });
        click(stage, stage.players().getFirst(), clicker, 50).mustBe(400);
        click(stage, stage.players().getFirst(), "0190b5a1-0000-7000-8000-000000000001", 5)
                .mustBe(400);
        // A clicker of another show is none of this one.
        Stage other = stage(1);
        click(other, other.players().getFirst(), clicker, 5).mustBe(400);
    }

    @Test
    void points_of_games_keep_within_their_limits() throws Exception {
        Stage stage = stage(1);
        Player player = stage.players().getFirst();
        player.page()
                .post(stage.show() + "/points", "game_key", "darts", "point_count", 5)
                .mustBe(400);
        stage.server()
                .post(
                        stage.managed() + "/games",
                        "game_key",
                        "darts",
                        "max_points",
                        50,
                        "max_reports",
                        3,
                        "min_interval_seconds",
                        0)
                .mustBe(200);
        assertThat(report(stage, player, 30).mustBe(200).body().get("points").asLong())
                .isEqualTo(30);
        assertThat(report(stage, player, 30).mustBe(200).body().get("points").asLong())
                .isEqualTo(50);
        assertThat(report(stage, player, 30).mustBe(200).body().get("points").asLong())
                .isEqualTo(50);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(points(stage, player)).isEqualTo(50));
        stage.server().post(stage.managed() + "/state", "state", "off").mustBe(200);
        report(stage, player, 1).mustBe(400);
    }

    @Test
    void an_idempotency_key_belongs_to_the_session_wherever_that_stands() throws Exception {
        Stage stage = stage(0);
        stage.server()
                .post(
                        stage.managed() + "/games",
                        "game_key",
                        "darts",
                        "max_points",
                        50,
                        "max_reports",
                        10,
                        "min_interval_seconds",
                        0)
                .mustBe(200);
        String report = stage.show() + "/points";
        Api app = FanSessions.app(stage.server()).with("Idempotency-Key", "same");
        List<Function<String, Answer>> places = List.of(
                uid -> app.with("Session-Uid", uid).post(report, "game_key", "darts", "point_count", 1),
                uid -> app.post(report, "game_key", "darts", "point_count", 1, "session_uid", uid),
                uid -> app.postJson(
                        report, "{\"game_key\":\"darts\",\"point_count\":1,\"session_uid\":\"" + uid + "\"}"),
                uid -> app.post(report + "?session_uid=" + uid, "game_key", "darts", "point_count", 1),
                uid -> app.post("/api/v1/sessions/" + uid + "/fan", "first_name", "Ann"));
        for (Function<String, Answer> place : places) {
            for (String fan : List.of("ann", "ben")) {
                String uid = FanSessions.logIn(
                        stage.server(), stage.server().fan(fan + UUID.randomUUID() + "@quiz.example"));
                Answer first = place.apply(uid).mustBe(200);
                Answer again = place.apply(uid).mustBe(200);
                assertThat(again.header("Encore-Position")).isEqualTo(first.header("Encore-Position"));
                JsonNode refused = app.with("Session-Uid", uid)
                        .post(report, "game_key", "darts", "point_count", 2)
                        .mustBe(400)
                        .body();
                assertThat(refused.at("/errors/0/field").asString()).isEqualTo("Idempotency-Key");
            }
        }
    }

    @Test
    void with_the_secret_the_idempotency_key_is_the_accounts() throws Exception {
        Stage stage = stage(0);
        Api server = stage.server().with("Idempotency-Key", "same");
        String ann = FanSessions.logIn(stage.server(), stage.server().fan("ann@quiz.example"));
        String ben = FanSessions.logIn(stage.server(), stage.server().fan("ben@quiz.example"));
        server.post("/api/v1/sessions/" + ann + "/fan", "first_name", "Ann").mustBe(200);
        server.post("/api/v1/sessions/" + ben + "/fan", "first_name", "Ben").mustBe(400);
        FanSessions.app(server)
                .with("Idempotency-Key", "same")
                .post("/api/v1/sessions/" + ben + "/fan", "first_name", "Ben")
                .mustBe(200);
    }

    private static Answer report(Stage stage, Player player, long points) {
        return player.page().post(stage.show() + "/points", "game_key", "darts", "point_count", points);
    }

    private static Answer click(Stage stage, Player player, String clicker, long total) {
        return player.page().post(stage.show() + "/clicker", "clicker_instance_uid", clicker, "click_count", total);
    }

    private static JsonNode answer(Stage stage, Player player, String question) {
        return player.page()
                .get(stage.show() + "/answer", "quiz_question_uid", question)
                .mustBe(200)
                .body();
    }

    private static JsonNode stats(Stage stage) {
        return stage.server().get(stage.show() + "/event_stats").mustBe(200).body();
    }

    private static List<JsonNode> leaderboard(Stage stage) {
        List<JsonNode> rows = new ArrayList<>();
        stage.server().get(stage.show() + "/leaderboard").mustBe(200).body().forEach(rows::add);
        return rows;
    }

    /** Returns the points of a fan with the show's page_tab_id, by the ledger. */
    private static long points(Stage stage, Player player) {
        long sum = 0;
        for (JsonNode record : stage.server()
                .get("/api/v1/crm/fans/" + player.fanId() + "/points", "page_tab_id", stage.page())
                .mustBe(200)
                .body()) {
            sum += record.get("point_count").asLong();
        }
        return sum;
    }

    /** Returns the first value of a field, wherever it is. */
    private static String find(JsonNode answer, String field) {
        JsonNode found = answer.findValue(field);
        assertThat(found).as(answer.toString()).isNotNull();
        return found.asString();
    }
}
