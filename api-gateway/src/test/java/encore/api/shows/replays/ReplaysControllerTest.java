package encore.api.shows.replays;

import static encore.api.GatewayUnderTest.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.shows.replays.Replay;
import encore.kernel.shows.replays.ReplayCommand.EndReplay;
import encore.kernel.shows.replays.ReplayCommand.OpenReplay;
import encore.kernel.shows.replays.ReplayCommand.SetReplayClock;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import encore.kernel.shows.replays.ReplayQuery.FindReplays;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.replays.SavedReplay;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplaysControllerTest {

    private static final String PATH = "/api/v1/manage/live/17/replays";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final ReplaysId REPLAYS = new ReplaysId(ACCOUNT);
    private static final Instant FROM = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant TO = Instant.parse("2026-03-01T13:00:00Z");
    private static final Replay REPLAY = new Replay(
            "r",
            17,
            "replay:r:17",
            FROM,
            TO,
            100,
            true,
            FROM,
            List.of(1L, 2L),
            Instant.parse("2026-03-02T12:00:00Z"),
            Instant.parse("2026-03-03T12:00:00Z"));
    private static final String SPELLED = "{\"replay_uid\":\"r\",\"page_tab_id\":17,\"room_name\":\"replay:r:17\","
            + "\"from\":1772366400,\"from_iso\":\"2026-03-01T12:00:00Z\","
            + "\"to\":1772370000,\"to_iso\":\"2026-03-01T13:00:00Z\",\"speed\":100,\"is_paused\":true,"
            + "\"replay_timestamp\":1772366400,\"replay_timestamp_iso\":\"2026-03-01T12:00:00Z\",\"fan_ids\":[1,2],"
            + "\"creation_timestamp\":1772452800,\"creation_timestamp_iso\":\"2026-03-02T12:00:00Z\","
            + "\"end_timestamp\":1772539200,\"end_timestamp_iso\":\"2026-03-03T12:00:00Z\"}";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ReplaysController.class);

    @BeforeEach
    void answer() {
        GATEWAY.backend
                .on(OpenReplay.class, command -> new SavedReplay(17, "r"))
                .on(SetReplayClock.class, command -> new SavedReplay(17, "r"))
                .on(EndReplay.class, command -> new SavedReplay(17, "r"))
                .on(FindReplay.class, query -> REPLAY)
                .on(FindReplays.class, query -> List.of(REPLAY));
    }

    @ParameterizedTest
    @CsvSource({
        FORM + ", from=2026-03-01T12:00:00&to=1772370000&speed=100&is_paused=true&fan_ids=1&fan_ids=2",
        "application/json, '{\"from\":1772366400,\"to\":\"2026-03-01T13:00:00\",\"speed\":100,\"is_paused\":true,"
                + "\"fan_ids\":[1,2]}'"
    })
    void a_replay_is_opened(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody(String.class).isEqualTo(SPELLED);
        assertThat(GATEWAY.backend.sent).singleElement().isInstanceOfSatisfying(OpenReplay.class, sent -> {
            assertThat(sent)
                    .isEqualTo(new OpenReplay(REPLAYS, sent.replayUid(), 17, FROM, TO, 100, true, List.of(1L, 2L)));
            assertThat(sent.replayUid()).hasSize(36);
        });
    }

    @Test
    void only_its_times_are_needed() {
        GATEWAY.post(PATH, FORM, "from=1772366400&to=1772366400").isOk();
        assertThat(GATEWAY.backend.sent)
                .singleElement()
                .isInstanceOfSatisfying(
                        OpenReplay.class,
                        sent -> assertThat(sent)
                                .isEqualTo(new OpenReplay(
                                        REPLAYS, sent.replayUid(), 17, FROM, FROM, 1, false, List.of())));
    }

    @ParameterizedTest
    @CsvSource({
        "to=1772370000, from",
        "from=1772366400, to",
        "from=soon&to=1772370000, from",
        "from=1772366400&to=x, to",
        "from=1772370000&to=1772366400, to",
        "from=1772366400&to=1772370000&speed=0, speed",
        "from=1772366400&to=1772370000&speed=101, speed",
        "from=1772366400&to=1772370000&speed=fast, speed",
        "from=1772366400&to=1772370000&is_paused=maybe, is_paused",
        "from=1772366400&to=1772370000&fan_ids=x, fan_ids",
        "from=1772366400&to=1772370000&fan_ids=1&fan_ids=0, fan_ids[1]"
    })
    void a_wrong_replay_is_refused(String body, String field) {
        GatewayUnderTest.naming(GATEWAY.post(PATH, FORM, body), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void the_clock_is_set() {
        GATEWAY.post(PATH + "/r", FORM, "is_paused=false&seek=2026-03-01T12:30:00&speed=5")
                .isOk()
                .expectBody(String.class)
                .isEqualTo(SPELLED);
        GATEWAY.post(PATH + "/r", FORM, "is_paused=true").isOk();
        assertThat(GATEWAY.backend.sent)
                .containsExactly(
                        new SetReplayClock(REPLAYS, "r", 17, 5, false, FROM.plusSeconds(1_800)),
                        new SetReplayClock(REPLAYS, "r", 17, null, true, null));
    }

    @ParameterizedTest
    @CsvSource({"speed=0, speed", "speed=101, speed", "is_paused=2, is_paused", "seek=then, seek"})
    void a_wrong_clock_is_refused(String body, String field) {
        GatewayUnderTest.naming(GATEWAY.post(PATH + "/r", FORM, body), field);
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void replays_are_listed_found_and_ended() {
        GATEWAY.server().get().uri(PATH).exchange().expectBody(String.class).isEqualTo("[" + SPELLED + "]");
        GATEWAY.server()
                .get()
                .uri(PATH + "/r")
                .exchange()
                .expectBody(String.class)
                .isEqualTo(SPELLED);
        GATEWAY.server()
                .delete()
                .uri(PATH + "/r")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(GATEWAY.backend.sent).containsExactly(new EndReplay(REPLAYS, "r", 17));
    }
}
