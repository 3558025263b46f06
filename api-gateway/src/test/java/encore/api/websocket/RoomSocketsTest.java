package encore.api.websocket;

import static encore.api.shows.ShowUnderTest.HALL;
import static encore.api.shows.ShowUnderTest.join;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.keys.KeyRegistry;
import encore.api.shows.ShowUnderTest;
import encore.api.shows.rooms.RoomAction;
import encore.api.shows.rooms.RoomCaller;
import encore.infra.backend.ControlMessage;
import encore.kernel.Refusal;
import encore.kernel.shows.answers.AnswerQuery.FindLogTime;
import encore.kernel.shows.answers.LogTime;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.replays.Replay;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import reactor.core.publisher.Mono;

/** Rooms at a gateway's {@code /ws}, before a backend that a test writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class RoomSocketsTest {

    private static final Replay REPLAY = new Replay(
            "r",
            100,
            "replay:r:100",
            Instant.EPOCH,
            Instant.EPOCH,
            1,
            false,
            Instant.EPOCH,
            List.of(31L, 33L),
            Instant.EPOCH,
            Instant.EPOCH);

    private ShowUnderTest show;

    record Clicked(long pageTabId) {}

    /** An action that names a campaign and no room. */
    static final class Click implements RoomAction<Clicked> {

        static final List<RoomCaller> CALLERS = new CopyOnWriteArrayList<>();

        @Override
        public String event() {
            return "click";
        }

        @Override
        public String description() {
            return "Clicks.";
        }

        @Override
        public Class<Clicked> data() {
            return Clicked.class;
        }

        @Override
        public Class<? extends Record> answer() {
            return NoAnswer.class;
        }

        @Override
        public Mono<? extends Record> handle(RoomCaller caller, Clicked clicked) {
            CALLERS.add(caller);
            return Mono.just(new NoAnswer());
        }
    }

    @BeforeAll
    void start() {
        show = new ShowUnderTest(
                Map.of(), Click.class, LiveWebSocketHandler.class, LiveWebSocketHandler.UrlMapping.class);
    }

    @AfterAll
    void stop() {
        show.close();
    }

    @BeforeEach
    void answer() {
        show.answer();
    }

    @Test
    void a_session_alone_joins_and_gets_messages() throws Exception {
        Client client = connect();
        client.say("join", join(session(1), HALL));
        assertThat(client.next()).contains("\"ok\":true", "\"room_name\":\"" + HALL + "\"", "\"members\":");
        assertThat(client.last).as("though nothing was ever said").contains("\"position\":" + show.head());
        show.publish(HALL, "hello");
        assertThat(client.next())
                .isEqualTo("{\"event\":\"chat_message\",\"room\":\"" + HALL + "\",\"position\":" + show.head()
                        + ",\"data\":{\"message\":\"hello\"}}");
        assertThat(show.gateway.backend.sent.stream().filter(JoinRoom.class::isInstance))
                .hasSize(1);
        client.say("leave", "{\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"ok\":true,\"data\":{}");
    }

    @Test
    void a_guest_reads_and_writes_nothing() throws Exception {
        Client client = connect();
        client.say("join", join(session(0), HALL));
        assertThat(client.next()).contains("\"ok\":true");
        assertThat(show.gateway.backend.sent).noneMatch(JoinRoom.class::isInstance);
        client.say("say", "{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"ok\":false", "/problems/guest", "\"status\":400");
    }

    @Test
    void unknown_rooms_foreign_sessions_and_wrong_data_are_refused() throws Exception {
        Client client = connect();
        client.say("say", "{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"status\":401");
        String session = session(2);
        for (String room : List.of("global_chat:room:101", "none", "public_rooms:bar:100", "replay:x:100")) {
            client.say("join", join(session, room));
            assertThat(client.next()).as(room).contains("\"status\":400", "\"field\":\"room_name\"");
        }
        client.say("join", join(UUID.randomUUID().toString(), HALL));
        assertThat(client.next()).contains("\"status\":401", "session-unknown");
        client.say("join", join("nonsense", HALL));
        assertThat(client.next()).contains("\"status\":401", "session-unknown");
        client.say("join", join(session, HALL).replace(":7,", ":8,"));
        assertThat(client.next()).contains("\"status\":401");
        client.say("join", "{\"account_id\":7}");
        assertThat(client.next()).contains("\"field\":\"session_uid\"", "\"field\":\"room_name\"");
        client.say("join", join(session, HALL).replace("}", ",\"after\":\"x\"}"));
        assertThat(client.next()).contains("\"field\":\"after\"");
        client.say("join", join(session, HALL));
        assertThat(client.next()).contains("\"ok\":true");
        client.say("join", join(session(3), HALL));
        assertThat(client.next()).contains("\"status\":401", "already-in");
    }

    @Test
    void a_replay_is_for_the_fans_that_it_names_and_takes_no_position() throws Exception {
        show.gateway
                .backend
                .on(
                        FindReplay.class,
                        asked -> asked.replayUid().equals("r") && asked.pageTabId() == 100
                                ? REPLAY
                                : Mono.error(Refusal.unknown("It has ended.")))
                .on(FindLogTime.class, asked -> new LogTime(Instant.now()))
                .on(FindRunningReplay.class, asked -> Mono.error(Refusal.unknown("It has ended.")));
        Client named = connect();
        String session = show.session(31);
        for (String room : List.of("replay:x:100", "replay:r:101")) {
            named.say("join", join(session, room));
            assertThat(named.next()).as(room).contains("\"status\":400", "\"field\":\"room_name\"");
        }
        named.say("join", join(session, "replay:r:100").replace("}", ",\"after\":5}"));
        assertThat(named.next()).contains("\"status\":400", "\"field\":\"after\"");
        named.say("join", join(session, "replay:r:100"));
        assertThat(named.next()).contains("\"ok\":true", "\"room_name\":\"replay:r:100\"");
        assertThat(show.gateway.backend.sent).noneMatch(JoinRoom.class::isInstance);
        Client other = connect();
        other.say("join", join(show.session(32), "replay:r:100"));
        assertThat(other.next()).contains("\"status\":400", "\"field\":\"room_name\"");
        Client guest = connect();
        guest.say("join", join(show.session(0), "replay:r:100"));
        assertThat(guest.next()).contains("\"status\":400", "\"field\":\"room_name\"");
        show.gateway.backend.publish(new ControlMessage.BannedFan(GatewayUnderTest.ACCOUNT, 100, 33, false, null));
        Client banned = connect();
        banned.say("join", join(show.session(33), "replay:r:100"));
        assertThat(banned.next()).contains("\"status\":403", "fan-banned");
        assertThat(banned.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        Client keyAlone = connect();
        keyAlone.say("auth", "{\"api_key\":\"key-7\"}");
        assertThat(keyAlone.next()).contains("\"ok\":true");
        keyAlone.say("subscribe", "{\"stream\":\"live.replay:r:100\"}");
        assertThat(keyAlone.next()).contains("\"ok\":false");
        Client staff = connect();
        staff.say("auth", "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        assertThat(staff.next()).contains("\"ok\":true");
        staff.say("subscribe", "{\"stream\":\"live.replay:r:100\",\"after\":1}");
        assertThat(staff.next()).contains("\"field\":\"after\"");
        staff.say("subscribe", "{\"stream\":\"live.replay:x:100\"}");
        assertThat(staff.next()).contains("\"ok\":false");
        staff.say("subscribe", "{\"stream\":\"live.replay:r:100\"}");
        assertThat(staff.next()).contains("\"ok\":true");
    }

    @Test
    void an_action_is_bound_and_its_ids_must_be_the_sessions() throws Exception {
        Client client = connect();
        client.say("join", join(session(4), HALL));
        assertThat(client.next()).contains("\"ok\":true");
        client.say(
                "say",
                "{\"account_id\":7,\"fan_id\":\"4\",\"key\":\"k1\",\"message\":\"hi\",\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"data\":{\"fan_id\":4,\"message\":\"hi\",\"key\":\"k1\"}");
        String requestId = show.callers().getFirst().caller().context().nextRequestId();
        assertThat(requestId).startsWith("7:").endsWith(":k1/0").hasSizeGreaterThan(40);
        for (String foreign : List.of("\"account_id\":8", "\"fan_id\":5", "\"account_id\":\"x\"")) {
            client.say("say", "{" + foreign + ",\"message\":\"hi\",\"room_name\":\"" + HALL + "\"}");
            assertThat(client.next()).as(foreign).contains("\"status\":401");
        }
        client.say("say", "{\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"field\":\"message\"");
        client.say("say", "{\"message\":\"hi\",\"key\":\"a b\",\"room_name\":\"" + HALL + "\"}");
        assertThat(client.next()).contains("\"field\":\"key\"");
        client.say("shout", "{}");
        assertThat(client.next()).contains("\"field\":\"event\"");
    }

    @Test
    void the_newest_connection_of_a_fan_stays() throws Exception {
        String session = session(6);
        Client first = connect();
        first.say("join", join(session, HALL));
        assertThat(first.next()).contains("\"ok\":true");
        Client second = connect();
        second.say("join", join(session, HALL));
        assertThat(second.next()).contains("\"ok\":true");
        assertThat(first.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4001);
        show.publish(HALL, "still here");
        assertThat(second.next()).contains("still here");
    }

    @Test
    void a_banned_fan_is_refused_and_closed() throws Exception {
        show.isFanBanned = true;
        Client client = connect();
        client.say("join", join(session(7), HALL));
        assertThat(client.next()).contains("\"status\":403", "fan-banned");
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void no_frame_of_a_banned_fan_counts() throws Exception {
        String session = session(13);
        Map<String, String> frames = Map.of(
                "click",
                "{\"page_tab_id\":100}",
                "say",
                "{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}",
                "join",
                join(session, HALL));
        for (Map.Entry<String, String> frame : frames.entrySet()) {
            Client client = connect();
            client.say("join", join(session, "public_rooms:bar1:100"));
            assertThat(client.next()).contains("\"ok\":true");
            show.gateway.backend.publish(new ControlMessage.BannedFan(7, 100, 13, true, null));
            if (!frame.getKey().equals("join")) {
                client.say(frame.getKey(), frame.getValue());
                assertThat(client.next()).as("a mute is the chat's").contains("\"ok\":true");
            }
            show.gateway.backend.publish(new ControlMessage.BannedFan(7, 101, 13, false, null));
            show.gateway.backend.publish(new ControlMessage.BannedFan(7, 100, 13, false, null));
            show.callers().clear();
            Click.CALLERS.clear();
            show.gateway.backend.sent.clear();
            client.say(frame.getKey(), frame.getValue());
            assertThat(client.next()).as(frame.getKey()).contains("\"status\":403", "/problems/fan-banned");
            assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
            assertThat(show.callers()).isEmpty();
            assertThat(Click.CALLERS).isEmpty();
            assertThat(show.gateway.backend.sent).noneMatch(JoinRoom.class::isInstance);
            show.gateway.backend.publish(new ControlMessage.UnbannedFan(7, 100, 13));
            show.gateway.backend.publish(new ControlMessage.UnbannedFan(7, 101, 13));
        }
    }

    @Test
    void a_banned_address_is_refused_and_closed() throws Exception {
        Client client = connect();
        client.say("join", join(session(8), HALL));
        assertThat(client.next()).contains("\"ok\":true");
        show.gateway.backend.publish(new ControlMessage.MonitoredAddress(7, "a", "127.0.0.1", 100L, true));
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        Client again = connect();
        again.say("join", join(session(8), HALL));
        assertThat(again.next()).contains("/problems/address-banned");
        assertThat(again.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        show.gateway.backend.publish(new ControlMessage.ForgottenAddress(7, "a"));
    }

    @Test
    void a_session_that_ends_closes_its_connection() throws Exception {
        String session = session(9);
        Client client = connect();
        client.say("join", join(session, HALL));
        assertThat(client.next()).contains("\"ok\":true");
        show.endSessions(9);
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void twenty_rooms_are_enough() throws Exception {
        String session = session(10);
        Client client = connect();
        for (int i = 0; i < 20; i++) {
            client.say("join", join(session, "public_rooms:bar" + i + ":100"));
            assertThat(client.next()).contains("\"ok\":true");
        }
        client.say("join", join(session, "public_rooms:bar20:100"));
        assertThat(client.next()).contains("\"field\":\"room_name\"");
        client.say("join", join(session, "public_rooms:bar3:100"));
        assertThat(client.next()).contains("\"ok\":true");
    }

    @Test
    void floods_are_refused_and_then_closed() throws Exception {
        Client client = connect();
        client.say("join", join(session(11), HALL));
        assertThat(client.next()).contains("\"ok\":true");
        String shout = "{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}";
        for (int i = 0; i < 29; i++) {
            client.say("say", shout);
            assertThat(client.next()).contains("\"ok\":true");
        }
        // They are sent without a look at the answers, so that a busy machine takes no longer than the allowance grows.
        for (int i = 0; i < 60; i++) {
            client.say("say", shout);
        }
        String refused = client.next();
        for (int i = 1; i < 60 && refused.contains("\"ok\":true"); i++) {
            refused = client.next();
        }
        assertThat(refused).contains("\"status\":429", "\"retry_after\":1");
        assertThat(CompletableFuture.runAsync(() -> {
                    while (!client.closed.isDone()) {
                        client.say("say", shout);
                    }
                }))
                // What the client still sends into a closed connection may reset it before it has read the reason.
                .satisfies(flood -> assertThat(
                                client.closed.exceptionally(reset -> 1008).get(20, TimeUnit.SECONDS))
                        .isEqualTo(1008));
    }

    @Test
    void a_large_frame_is_closed() throws Exception {
        Client client = connect();
        client.say("join", "{\"x\":\"" + "x".repeat(17_000) + "\"}");
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1009);
    }

    @Test
    void a_join_that_came_in_time_and_is_answered_late_is_not_closed() throws Exception {
        String session = session(12);
        show.gateway.backend.on(
                JoinRoom.class,
                asked -> Mono.just(new JoinedRoom(asked.roomName(), true)).delayElement(Duration.ofSeconds(4)));
        Client client = connect();
        client.say("join", join(session, HALL));
        assertThat(client.next()).contains("\"ok\":true");
        Client wrong = connect();
        wrong.say("join", join(UUID.randomUUID().toString(), HALL));
        assertThat(wrong.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4002);
    }

    @Test
    void staff_follows_a_room_with_the_secret_and_is_no_member() throws Exception {
        Client client = connect();
        client.say("subscribe", "{\"stream\":\"live." + HALL + "\"}");
        assertThat(client.next()).contains("\"status\":401");
        client.say("auth", "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        assertThat(client.next()).contains("\"ok\":true");
        client.say("subscribe", "{\"stream\":\"live." + HALL + "\"}");
        assertThat(client.next()).contains("\"ok\":true", "\"stream\":\"live." + HALL + "\"");
        show.publish(HALL, "to staff too");
        assertThat(client.next()).contains("to staff too");
        client.say("unsubscribe", "{\"stream\":\"live." + HALL + "\"}");
        assertThat(client.next()).contains("\"ok\":true");
        Client keyAlone = connect();
        keyAlone.say("auth", "{\"api_key\":\"key-7\"}");
        assertThat(keyAlone.next()).contains("\"ok\":true");
        keyAlone.say("subscribe", "{\"stream\":\"live." + HALL + "\"}");
        assertThat(keyAlone.next()).contains("secret-missing");
    }

    @Test
    void clients_in_rooms_are_closed_after_ten_seconds_without_the_query_side() throws Exception {
        Client member = connect();
        member.say("join", join(session(14), HALL));
        assertThat(member.next()).contains("\"ok\":true");
        Client staff = connect();
        staff.say("auth", "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        assertThat(staff.next()).contains("\"ok\":true");
        Client follower = connect();
        follower.say("auth", "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        assertThat(follower.next()).contains("\"ok\":true");
        follower.say("subscribe", "{\"stream\":\"live." + HALL + "\"}");
        assertThat(follower.next()).contains("\"ok\":true");
        long begin = System.nanoTime();
        show.gateway.backend.cutOff();
        try {
            assertThat(member.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1013);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(9_500));
            assertThat(follower.closed.get(5, TimeUnit.SECONDS)).isEqualTo(1013);
            assertThat(staff.closed).as("it is in no room").isNotDone();
        } finally {
            show.gateway.sendAll();
        }
        while (!show.gateway.bean(KeyRegistry.class).isReady()) {
            Thread.onSpinWait();
        }
        Client again = connect();
        again.say("join", join(session(14), HALL));
        assertThat(again.next()).contains("\"ok\":true");
    }

    @Test
    void clients_that_come_together_are_not_pinged_together() throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Client client = connect();
            client.say("join", join(session(0), HALL));
            clients.add(client);
        }
        // A ping comes every 20 seconds, so some three tenths of the clients have had one.
        Thread.sleep(6_000);
        assertThat(clients.stream().filter(client -> client.pings.get() > 0).count())
                .isBetween(4L, 45L);
        clients.forEach(client -> client.socket.abort());
    }

    private String session(long fan) {
        return show.session(fan);
    }

    private Client connect() throws Exception {
        Client client = new Client();
        client.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + show.gateway.port() + "/ws"), client)
                .get(20, TimeUnit.SECONDS);
        return client;
    }

    private static final class Client implements WebSocket.Listener {

        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
        private final AtomicInteger pings = new AtomicInteger();
        private WebSocket socket;
        private String last = "";

        @Override
        public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
            pings.incrementAndGet();
            from.request(1);
            return null;
        }

        void say(String event, String data) {
            socket.sendText("{\"event\":\"" + event + "\",\"id\":1,\"data\":" + data + "}", true)
                    .join();
        }

        String next() throws InterruptedException {
            String frame;
            do {
                frame = String.valueOf(frames.poll(20, TimeUnit.SECONDS));
            } while (frame.startsWith("{\"event\":\"members\""));
            last = frame;
            return frame;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            frames.add(text.toString());
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            closed.completeExceptionally(failure);
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            closed.complete(status);
            return null;
        }
    }
}
