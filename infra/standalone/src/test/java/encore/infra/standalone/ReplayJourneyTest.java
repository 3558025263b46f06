package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A client records a show; replays of the show tell what it had recorded. */
class ReplayJourneyTest extends Journey {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final List<LiveClient> clients = new ArrayList<>();

    private long account;
    private long show;
    private String live;
    private String hall;
    private String bar;
    private String control;
    private long viewer;
    private String viewers;

    /** A frame as a client gets it, without the room of the envelope. */
    private record ReceivedFrame(String event, long position, JsonNode data) {

        static ReceivedFrame of(JsonNode frame) {
            return new ReceivedFrame(
                    frame.get("event").asString(), frame.path("position").asLong(0), frame.get("data"));
        }

        /** The end of the show has two frames, and the first carries the position less one. */
        long eventPosition() {
            return isEnd() ? position + 1 : position;
        }

        boolean isEnd() {
            return data.path("state").asString("").equals("finished") && !event.equals("snapshot");
        }
    }

    @BeforeEach
    void a_show_begins() {
        show = api.campaign("Cup final", "fanxp");
        live = "/api/v1/manage/live/" + show;
        hall = "global_chat:room:" + show;
        bar = "public_rooms:bar:" + show;
        control = "control:room:" + show;
        api.post("/api/v1/manage/apps/" + show + "/rooms", "room_key", "bar", "room_type", "public_rooms")
                .mustBe(200);
        viewer = api.fan(SentCodes.email("viewer"));
        viewers = FanSessions.logIn(api, viewer);
        account = api.get("/api/v1/crm/fans/" + viewer)
                .mustBe(200)
                .body()
                .get("account_id")
                .longValue();
    }

    @AfterEach
    void leave() {
        clients.forEach(LiveClient::cutOff);
    }

    @Test
    void a_replay_at_any_speed_is_what_a_client_had_recorded() throws Exception {
        Instant begun = Instant.now();
        List<ReceivedFrame> recorded = recordAShow();
        assertThat(recorded).hasSizeGreaterThan(60);
        assertThat(recorded)
                .extracting(ReceivedFrame::event)
                .contains("chat_message", "remove_chat_message", "unflag_chat_message", "platform_live_update");
        Instant ended = afterThisSecond();
        for (int speed : new int[] {100, 7}) {
            String replay = opened(begun, ended, speed, true, viewer);
            LiveClient client = joined(viewers, room(replay));
            set(replay, "is_paused", false);
            assertThat(read(client, recorded.size())).isEqualTo(recorded);
            client.cutOff();
            end(replay);
        }
    }

    @Test
    void a_client_that_changes_the_gateway_misses_nothing() throws Exception {
        Instant begun = Instant.now();
        List<ReceivedFrame> recorded = recordAShow();
        Instant ended = afterThisSecond();
        Api other = arrangement == Arrangement.PROCESSES ? encore().atOtherGateway(api) : api;
        String replay = opened(begun, ended, 2, true, viewer);
        // A pause holds at all gateways, so what comes before and after the change is the whole show.
        LiveClient first = joined(viewers, room(replay));
        set(replay, "is_paused", false);
        List<ReceivedFrame> received = new ArrayList<>();
        while (received.size() < 10) {
            received.add(ReceivedFrame.of(next(first)));
        }
        set(replay, "is_paused", true);
        Thread.sleep(500);
        received.addAll(waiting(first));
        first.cutOff();
        LiveClient second = new LiveClient(other.url());
        clients.add(second);
        JsonNode ack = second.join(joining(viewers, room(replay)));
        JsonNode snapshot = event(second, "snapshot");
        assertThat(snapshot.get("position")).isEqualTo(ack.at("/data/position"));
        assertThat(snapshot.at("/data/messages").size()).isPositive();
        long position = ack.at("/data/position").asLong();
        set(replay, "is_paused", false);
        // The first gateway heard of the pause a moment late, and may have sent a little more than the second repeats.
        List<ReceivedFrame> again = read(second, after(recorded, position).size());
        assertThat(again).isEqualTo(after(recorded, position));
        received.removeIf(frame -> frame.eventPosition() > position);
        received.addAll(again);
        assertThat(sorted(received)).isEqualTo(recorded);
        // A gateway that is lost while the replay runs: from the join on nothing is missed.
        set(replay, "seek", begun.getEpochSecond());
        LiveClient third = joined(viewers, room(replay));
        for (int i = 0; i < 5; i++) {
            next(third);
        }
        third.cutOff();
        LiveClient fourth = new LiveClient(other.url());
        clients.add(fourth);
        fourth.send("join", joining(viewers, room(replay)));
        long from = fourth.answer().at("/data/position").asLong();
        List<ReceivedFrame> left = after(recorded, from);
        assertThat(left).isNotEmpty();
        assertThat(read(fourth, left.size())).isEqualTo(left);
    }

    @Test
    void a_hundred_minutes_pass_in_one_at_a_hundredfold_speed() throws Exception {
        Instant begun = Instant.now();
        recordAShow();
        Instant ended = afterThisSecond();
        Duration quiet = arrangement == Arrangement.EMBEDDED ? Duration.ofHours(1) : Duration.ofMinutes(10);
        String replay = opened(begun.minus(quiet), ended, 100, true, viewer);
        LiveClient client = joined(viewers, room(replay));
        long asked = System.nanoTime();
        set(replay, "is_paused", false);
        long answered = System.nanoTime();
        next(client);
        long first = System.nanoTime();
        Duration expected = quiet.dividedBy(100);
        assertThat(Duration.ofNanos(first - asked)).isGreaterThan(expected.minusMillis(100));
        assertThat(Duration.ofNanos(first - answered)).isLessThan(expected.plusMillis(1_500));
        JsonNode one = api.get(replays() + "/" + replay).mustBe(200).body();
        assertThat(one.get("replay_timestamp").asLong()).isGreaterThanOrEqualTo(begun.getEpochSecond());
    }

    @Test
    void a_seek_sends_everybody_the_state_of_that_moment() throws Exception {
        Instant begun = Instant.now();
        List<ReceivedFrame> recorded = recordAShow();
        Instant ended = afterThisSecond();
        String replay = opened(begun, ended, 100, true, viewer);
        LiveClient client = joined(viewers, room(replay));
        set(replay, "is_paused", false);
        read(client, recorded.size());
        set(replay, "seek", begun.getEpochSecond(), "is_paused", true);
        JsonNode snapshot = event(client, "snapshot");
        assertThat(snapshot.at("/data/state").asString()).isEqualTo("off");
        assertThat(snapshot.at("/data/messages")).isEmpty();
        set(replay, "is_paused", false);
        assertThat(read(client, recorded.size())).isEqualTo(recorded);
        set(replay, "seek", ended.getEpochSecond());
        JsonNode last = event(client, "snapshot");
        assertThat(last.at("/data/state").asString()).isEqualTo("finished");
        assertThat(last.at("/data/pinned_overlays").size()).isEqualTo(1);
    }

    @Test
    void an_erasure_reaches_a_replay_that_runs_and_one_that_comes_later() throws Exception {
        Instant begun = Instant.now();
        state("pending");
        long gone = api.fan(SentCodes.email("gone"));
        LiveClient author = joined(FanSessions.logIn(api, gone), hall);
        String uid = said(author, hall, "marker of an erased fan");
        LiveClient other = joined(FanSessions.logIn(api, api.fan(SentCodes.email("stays"))), hall);
        said(other, hall, "of another fan");
        Thread.sleep(1_000);
        said(author, hall, "marker of an erased fan again");
        state("active");
        state("finished");
        Instant ended = afterThisSecond();
        String replay = opened(begun, ended, 1, true, viewer);
        LiveClient client = joined(viewers, room(replay));
        set(replay, "is_paused", false);
        JsonNode received = event(client, "chat_message");
        assertThat(received.at("/data/chat_message_uid").asString()).isEqualTo(uid);
        set(replay, "is_paused", true);
        api.delete("/api/v1/crm/fans/" + gone).mustBe(200);
        JsonNode removal = event(client, "remove_chat_message");
        assertThat(removal.at("/data/chat_message_uid").asString()).isEqualTo(uid);
        assertThat(removal.has("position")).isFalse();
        set(replay, "seek", begun.getEpochSecond(), "is_paused", false, "speed", 100);
        event(client, "snapshot");
        List<ReceivedFrame> again = untilEnd(client);
        assertThat(again).noneMatch(frame -> frame.toString().contains("marker"));
        assertThat(again).extracting(ReceivedFrame::event).containsOnlyOnce("chat_message");
        client.cutOff();
        String later = opened(begun, ended, 100, true, viewer);
        LiveClient late = joined(viewers, room(later));
        set(later, "is_paused", false);
        assertThat(untilEnd(late)).noneMatch(frame -> frame.toString().contains("marker"));
    }

    @Test
    void only_named_fans_and_staff_join_and_nothing_is_said() throws Exception {
        Instant begun = Instant.now();
        state("pending");
        Instant ended = afterThisSecond();
        String replay = opened(begun, ended, 1, true, viewer);
        long stranger = api.fan(SentCodes.email("stranger"));
        String strangers = FanSessions.logIn(api, stranger);
        refusedJoin(strangers, room(replay), "room_name");
        refusedJoin(viewers, room("x" + replay.substring(1)), "room_name");
        refusedJoin(viewers, "replay:" + replay + ":" + (show + 1), "room_name");
        LiveClient client = joined(viewers, room(replay));
        client.send(
                "chat_message",
                "{\"account_id\":" + account + ",\"room_name\":\"" + room(replay) + "\",\"message\":\"hi\"}");
        assertThat(client.answer().at("/error/errors/0/field").asString()).isEqualTo("room_name");
        LiveClient staff = LiveClient.of(api);
        clients.add(staff);
        staff.send("subscribe", "{\"stream\":\"live." + room(replay) + "\"}");
        assertThat(staff.answer().get("ok").asBoolean()).isTrue();
        set(replay, "is_paused", false);
        assertThat(event(staff, "platform_live_update").at("/data/state").asString())
                .isEqualTo("pending");
        // Who saw a replay alone did not take part in the show.
        assertThat(api.get("/api/v1/crm/fans/" + viewer + "/activities")
                        .mustBe(200)
                        .body())
                .isEmpty();
        Api foreign = encore().newAccount();
        foreign.get(replays() + "/" + replay).mustBe(404);
        foreign.delete(replays() + "/" + replay).mustBe(404);
        end(replay);
        refusedJoin(viewers, room(replay), "room_name");
        api.get(replays() + "/" + replay).mustBe(404);
        api.post(replays() + "/" + replay, "speed", 3).mustBe(404);
        assertThat(api.get(replays()).mustBe(200).body()).isEmpty();
    }

    @Test
    void wrong_replays_are_refused_and_ten_are_enough() throws Exception {
        Instant begun = Instant.now().minusSeconds(100);
        long from = begun.getEpochSecond();
        long to = from + 50;
        refused(api.post(replays(), "from", to, "to", from), "to");
        refused(api.post(replays(), "from", from, "to", "2999-01-01T00:00:00"), "to");
        refused(api.post(replays(), "from", from, "to", to, "speed", 101), "speed");
        refused(api.post(replays(), "from", from, "to", to, "fan_ids", viewer + 1_000), "fan_ids");
        long wager = api.campaign("No show", "wager");
        api.post("/api/v1/manage/live/" + wager + "/replays", "from", from, "to", to)
                .mustBe(400);
        api.post("/api/v1/manage/live/" + (wager + 1_000) + "/replays", "from", from, "to", to)
                .mustBe(404);
        List<String> all = together(IntStream.range(0, 14)
                        .<Callable<Answer>>mapToObj(i -> () -> api.post(replays(), "from", from, "to", to))
                        .toList())
                .stream()
                .filter(answer -> answer.status() == 200)
                .map(answer -> answer.body().get("replay_uid").asString())
                .toList();
        assertThat(all).hasSize(10);
        refused(api.post(replays() + "/" + all.getFirst(), "seek", to + 1), "seek");
        refused(api.post(replays() + "/" + all.getFirst(), "seek", from - 1), "seek");
        end(all.getFirst());
        String next = api.post(replays(), "from", from, "to", to)
                .mustBe(200)
                .body()
                .get("replay_uid")
                .asString();
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(api.get(replays()).mustBe(200).body()).hasSize(10));
        all.subList(1, 10).forEach(this::end);
        end(next);
    }

    /** Returns all frames of the show that a client in all its rooms got, in order of their positions. */
    private List<ReceivedFrame> recordAShow() throws Exception {
        String session = FanSessions.logIn(api, api.fan(SentCodes.email("recorder")));
        LiveClient recorder = new LiveClient(api.url());
        clients.add(recorder);
        for (String room : List.of(hall, bar, control)) {
            recorder.join(joining(session, room));
        }
        // The control room gets the present state of the show, in three frames.
        for (int i = 0; i < 3; i++) {
            event(recorder, "platform_live_update");
        }
        state("pending");
        state("active");
        String banner = added("overlays", "app_overlay_uid", "overlay_type", "banner", "overlay_public_name", "Go!");
        String shirt = added(
                "overlays",
                "app_overlay_uid",
                "overlay_type",
                "static",
                "overlay_public_name",
                "The shirt",
                "button_text",
                "Buy",
                "target_url",
                "https://shop.example");
        String feed =
                added("feeds", "video_endpoint_uid", "feed_name", "Main", "hls_url", "https://video.example/a.m3u8");
        List<String> uids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String author = FanSessions.logIn(api, api.fan(SentCodes.email("author" + i)));
            LiveClient client = joined(author, i % 2 == 0 ? hall : bar);
            for (int j = 0; j < 5; j++) {
                uids.add(said(client, i % 2 == 0 ? hall : bar, "message <" + j + "> of " + i));
            }
            client.cutOff();
            switch (i) {
                case 1 -> api.post(live + "/overlays/" + banner + "/push").mustBe(200);
                case 2 -> api.post(live + "/feed", "video_endpoint_uid", feed).mustBe(200);
                case 3 -> api.post(live + "/overlays/" + shirt + "/pin").mustBe(200);
                case 4 -> api.post(live + "/overlays/" + shirt + "/push").mustBe(200);
                case 5 -> api.delete(live + "/chat_messages/" + uids.get(3)).mustBe(200);
                case 6 -> api.delete(live + "/chat_messages/" + uids.get(7)).mustBe(200);
                case 7 ->
                    api.post(live + "/chat_messages/" + uids.get(7) + "/restore")
                            .mustBe(200);
                case 8 -> api.post(live + "/overlays/" + banner + "/push").mustBe(200);
                default -> {}
            }
        }
        state("finished");
        // Rooms have no order among each other, so something may come after the end.
        List<ReceivedFrame> recorded = untilEnd(recorder);
        Thread.sleep(1_000);
        recorded.addAll(waiting(recorder));
        assertThat(recorded.stream().filter(frame -> frame.event().equals("chat_message")))
                .hasSize(50);
        return sorted(recorded);
    }

    /** Reads frames until the show has ended. */
    private static List<ReceivedFrame> untilEnd(LiveClient client) throws Exception {
        List<ReceivedFrame> received = new ArrayList<>();
        do {
            received.add(ReceivedFrame.of(next(client)));
        } while (!received.getLast().isEnd());
        return received;
    }

    /** Reads some frames of the show. */
    private static List<ReceivedFrame> read(LiveClient client, int frames) throws Exception {
        List<ReceivedFrame> received = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            received.add(ReceivedFrame.of(next(client)));
        }
        return received;
    }

    /** Reads the frames of the show that have arrived. */
    private static List<ReceivedFrame> waiting(LiveClient client) throws Exception {
        List<ReceivedFrame> received = new ArrayList<>();
        while (!client.isQuiet()) {
            JsonNode frame = client.next();
            if (isOfTheShow(frame)) {
                received.add(ReceivedFrame.of(frame));
            }
        }
        return received;
    }

    private static List<ReceivedFrame> sorted(List<ReceivedFrame> frames) {
        return frames.stream()
                .sorted(Comparator.comparingLong(ReceivedFrame::eventPosition))
                .toList();
    }

    private static List<ReceivedFrame> after(List<ReceivedFrame> frames, long position) {
        return frames.stream().filter(frame -> frame.eventPosition() > position).toList();
    }

    private static boolean isOfTheShow(JsonNode frame) {
        String event = frame.path("event").asString("");
        return !frame.has("ack") && !event.equals("members") && !event.equals("snapshot");
    }

    /** Returns the next frame of the show. */
    private static JsonNode next(LiveClient client) throws Exception {
        JsonNode frame = client.next();
        while (!isOfTheShow(frame)) {
            frame = client.next();
        }
        return frame;
    }

    private static JsonNode event(LiveClient client, String name) throws Exception {
        JsonNode frame = client.next();
        while (!frame.path("event").asString("").equals(name)) {
            frame = client.next();
        }
        return frame;
    }

    private LiveClient joined(String session, String room) throws Exception {
        LiveClient client = new LiveClient(api.url());
        clients.add(client);
        client.join(joining(session, room));
        return client;
    }

    private void refusedJoin(String session, String room, String field) throws Exception {
        LiveClient client = new LiveClient(api.url());
        clients.add(client);
        client.send("join", joining(session, room));
        JsonNode answer = client.answer();
        assertThat(answer.at("/error/errors/0/field").asString())
                .as("%s", answer)
                .isEqualTo(field);
        client.cutOff();
    }

    private String joining(String session, String room) {
        return "{\"account_id\":" + account + ",\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\"}";
    }

    /** Says something and returns the uid of the message. */
    private String said(LiveClient client, String room, String text) throws Exception {
        client.send(
                "chat_message",
                "{\"account_id\":" + account + ",\"room_name\":\"" + room + "\",\"message\":\"" + text + "\"}");
        JsonNode answer = client.answer();
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return answer.at("/data/chat_message_uid").asString();
    }

    private void state(String state) {
        api.post(live + "/state", "state", state).mustBe(200);
    }

    private String added(String list, String uid, Object... form) {
        return api.post(live + "/" + list, form).mustBe(200).body().get(uid).asString();
    }

    private String replays() {
        return live + "/replays";
    }

    private String room(String replay) {
        return "replay:" + replay + ":" + show;
    }

    private String opened(Instant from, Instant to, int speed, boolean isPaused, long fanId) {
        JsonNode replay = api.post(
                        replays(),
                        "from",
                        from.getEpochSecond(),
                        "to",
                        to.getEpochSecond(),
                        "speed",
                        speed,
                        "is_paused",
                        isPaused,
                        "fan_ids",
                        fanId)
                .mustBe(200)
                .body();
        assertThat(replay.get("room_name").asString())
                .isEqualTo(room(replay.get("replay_uid").asString()));
        return replay.get("replay_uid").asString();
    }

    private void set(String replay, Object... form) {
        api.post(replays() + "/" + replay, form).mustBe(200);
    }

    private void end(String replay) {
        assertThat(api.delete(replays() + "/" + replay).mustBe(200).text()).isEqualTo("true");
    }

    private static void refused(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }

    /** Waits until the present second is over, and returns it. */
    private static Instant afterThisSecond() throws InterruptedException {
        Instant second = Instant.now();
        Thread.sleep(1_100);
        return second;
    }
}
