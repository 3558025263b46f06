package encore.api.socketio;

import static encore.api.shows.ShowUnderTest.HALL;
import static encore.api.shows.ShowUnderTest.join;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.shows.ShowUnderTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;

/** Rooms at {@code /socket.io/}, before a backend that a test writes. The client speaks the protocol by its packets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class SocketIoEndpointTest {

    private static final String OPENING = "/socket.io/?EIO=4&transport=websocket";

    private ShowUnderTest show;

    @BeforeAll
    void start() {
        show = new ShowUnderTest(
                Map.of(), SocketIoEndpoint.class, SocketIoEndpoint.Handshake.class, SocketIoEndpoint.UrlMapping.class);
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
    void a_client_is_opened_connected_joined_and_gets_messages() throws Exception {
        Client client = open();
        assertThat(client.next())
                .startsWith("0{\"sid\":\"")
                .endsWith("\"upgrades\":[],\"pingInterval\":20000,\"pingTimeout\":20000,\"maxPayload\":16384}");
        client.say("40");
        assertThat(client.next()).matches("40\\{\"sid\":\"[-0-9a-f]+\"}");
        client.say("420[\"join\"," + join(show.session(1), HALL) + "]");
        assertThat(client.next())
                .matches("430\\[\\{\"ok\":true,\"data\":\\{\"room_name\":\"" + HALL
                        + "\",\"position\":\\d+,\"members\":\\d+}}]");
        show.publish(HALL, "hello");
        assertThat(client.next())
                .isEqualTo("42[\"chat_message\",{\"message\":\"hello\"},{\"room\":\"" + HALL + "\",\"position\":"
                        + show.head() + "}]");
        client.say("427[\"say\",{\"account_id\":7,\"message\":\"hi\",\"key\":\"k\",\"room_name\":\"" + HALL + "\"}]");
        assertThat(client.next())
                .isEqualTo("437[{\"ok\":true,\"data\":{\"fan_id\":1,\"message\":\"hi\",\"key\":\"k\"}}]");
        client.say("428[\"leave\",{\"room_name\":\"" + HALL + "\"}]");
        assertThat(client.next()).isEqualTo("438[{\"ok\":true,\"data\":{}}]");
        show.publish(HALL, "nobody hears it");
        client.say("41");
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1000);
        assertThat(client.frames).isEmpty();
    }

    @Test
    void a_refusal_is_the_one_argument_of_the_callback() throws Exception {
        Client client = connect();
        client.say("421[\"say\",{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}]");
        assertThat(client.next()).startsWith("431[{\"ok\":false,\"error\":{").contains("\"status\":401");
        client.say("422[\"join\"]");
        assertThat(client.next()).startsWith("432[{\"ok\":false").contains("\"field\":\"session_uid\"");
        client.say("423[\"join\"," + join(show.session(0), HALL) + "]");
        assertThat(client.next()).startsWith("433[{\"ok\":true");
        client.say("424[\"say\",{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}]");
        assertThat(client.next()).contains("/problems/guest");
        client.say("425[\"subscribe\",{\"stream\":\"events\"}]");
        assertThat(client.next()).contains("\"field\":\"stream\"");
        // Without a callback there is no answer: the next one is the leave's.
        client.say("42[\"say\",{\"message\":\"x\"}]");
        client.say("426[\"leave\",{\"room_name\":\"none\"}]");
        assertThat(client.next()).startsWith("436[{\"ok\":true");
    }

    @Test
    void staff_connects_with_a_key_and_follows_a_room() throws Exception {
        Client wrong = open();
        wrong.next();
        wrong.say("40{\"api_key\":\"key-7\",\"api_secret\":\"wrong\"}");
        assertThat(wrong.next()).startsWith("44{\"message\":\"").contains("\"status\":401");
        wrong.say("40{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        assertThat(wrong.next()).startsWith("40{");
        Client client = open();
        client.next();
        client.say("40{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        client.say("421[\"subscribe\",{\"stream\":\"live." + HALL + "\"}]");
        assertThat(client.next()).startsWith("40{");
        assertThat(client.next()).startsWith("431[{\"ok\":true,\"data\":{").contains("\"stream\":\"live." + HALL);
        show.publish(HALL, "to staff");
        assertThat(client.next()).contains("to staff");
        client.say("422[\"unsubscribe\",{\"stream\":\"live." + HALL + "\"}]");
        assertThat(client.next()).isEqualTo("432[{\"ok\":true,\"data\":{}}]");
    }

    @Test
    void there_is_no_other_namespace() throws Exception {
        Client client = connect();
        client.say("40/admin,{\"token\":1}");
        assertThat(client.next()).isEqualTo("44/admin,{\"message\":\"Invalid namespace\",\"data\":null}");
        client.say("42/admin,[\"join\",{}]");
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1007);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "2",
                "4",
                "47[]",
                "42",
                "42{}",
                "42[]",
                "42[1]",
                "42[\"join\"",
                "429999999999999999[\"join\"]",
                "451-[\"join\",{\"_placeholder\":true,\"num\":0}]",
                "40",
                "5",
                "{\"event\":\"join\"}"
            })
    void a_text_that_is_no_packet_ends_the_connection(String packet) throws Exception {
        Client client = connect();
        client.say(packet);
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1007);
        Client early = open();
        early.say("42[\"join\",{}]");
        assertThat(early.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1007);
    }

    @Test
    void a_large_packet_is_closed_and_so_is_one_who_never_joins() throws Exception {
        Client silent = connect();
        Client large = connect();
        large.say("42[\"join\",{\"x\":\"" + "x".repeat(17_000) + "\"}]");
        assertThat(large.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1009);
        silent.say("3");
        assertThat(silent.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4002);
        assertThat(silent.frames).isEmpty();
    }

    @Test
    void a_client_that_is_replaced_or_banned_gets_a_closing_frame_before_the_close() throws Exception {
        String session = show.session(6);
        Client first = joined(session);
        Client second = joined(session);
        assertThat(first.next()).isEqualTo("42[\"closing\",{\"code\":4001,\"reason\":\"replaced\"}]");
        assertThat(first.next()).isEqualTo("41");
        assertThat(first.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4001);
        show.publish(HALL, "still here");
        assertThat(second.next()).contains("still here");
        show.endSessions(6);
        assertThat(second.next()).isEqualTo("42[\"closing\",{\"code\":4003,\"reason\":\"revoked\"}]");
        assertThat(second.next()).isEqualTo("41");
        assertThat(second.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        show.isFanBanned = true;
        Client banned = connect();
        banned.say("420[\"join\"," + join(show.session(7), HALL) + "]");
        assertThat(banned.next()).contains("fan-banned");
        assertThat(banned.next()).isEqualTo("42[\"closing\",{\"code\":4003,\"reason\":\"banned\"}]");
        assertThat(banned.next()).isEqualTo("41");
        assertThat(banned.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void floods_are_refused_and_then_closed() throws Exception {
        Client client = joined(show.session(11));
        String shout = "420[\"say\",{\"message\":\"x\",\"room_name\":\"" + HALL + "\"}]";
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 5_000 && !client.closed.isDone(); i++) {
            client.socket.sendText(shout, true).handle((sent, late) -> sent).join();
            answers.add(String.valueOf(client.frames.poll(1, TimeUnit.SECONDS)));
        }
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1008);
        assertThat(answers).anyMatch(answer -> answer.contains("\"status\":429"));
    }

    @Test
    void a_client_that_comes_back_gets_missed_frames_before_the_acknowledgement() throws Exception {
        Client stays = joined(show.session(21));
        show.publish(HALL, "one");
        long after = show.head();
        show.publish(HALL, "two");
        assertThat(stays.next()).contains("one");
        assertThat(stays.next()).contains("two");
        Client back = connect();
        back.say("420[\"join\"," + join(show.session(22), HALL).replace("}", ",\"after\":" + after + "}]"));
        assertThat(back.next()).startsWith("42[\"chat_message\",{\"message\":\"two\"}");
        assertThat(back.next()).startsWith("430[{\"ok\":true");
    }

    @ParameterizedTest
    @CsvSource({
        "/socket.io/?EIO=4&transport=polling, 0, Transport unknown",
        "/socket.io/?EIO=4&transport=polling&sid=x, 0, Transport unknown",
        "/socket.io/, 0, Transport unknown",
        "/socket.io/?EIO=4&transport=websocket&sid=x, 1, Session ID unknown",
        "/socket.io/?EIO=4&transport=websocket, 3, Bad request"
    })
    void other_transports_are_answered_as_engine_io_answers_them(String path, int code, String message) {
        show.gateway
                .anybody()
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(String.class)
                .isEqualTo("{\"code\":" + code + ",\"message\":\"" + message + "\"}");
        show.gateway
                .anybody()
                .post()
                .uri("/socket.io/?EIO=4&transport=websocket")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo(2);
    }

    @Test
    void another_version_of_engine_io_is_refused() {
        for (String path : List.of("/socket.io/?EIO=3&transport=websocket", "/socket.io/?transport=websocket")) {
            assertThat(CompletableFuture.supplyAsync(() -> {
                        try {
                            return open(path);
                        } catch (Exception refused) {
                            return refused;
                        }
                    }))
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isInstanceOf(Exception.class);
        }
    }

    @Test
    void an_unknown_session_is_refused_and_the_client_may_try_another() throws Exception {
        Client client = connect();
        client.say("420[\"join\"," + join(UUID.randomUUID().toString(), HALL) + "]");
        assertThat(client.next()).contains("session-unknown");
        client.say("421[\"join\"," + join(show.session(30), HALL) + "]");
        assertThat(client.next()).startsWith("431[{\"ok\":true");
    }

    private Client open() throws Exception {
        return open(OPENING);
    }

    private Client open(String path) throws Exception {
        Client client = new Client();
        client.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + show.gateway.port() + path), client)
                .get(20, TimeUnit.SECONDS);
        return client;
    }

    private Client connect() throws Exception {
        Client client = open();
        assertThat(client.next()).startsWith("0{");
        client.say("40");
        assertThat(client.next()).startsWith("40{");
        return client;
    }

    private Client joined(String session) throws Exception {
        Client client = connect();
        client.say("420[\"join\"," + join(session, HALL) + "]");
        assertThat(client.next()).startsWith("430[{\"ok\":true");
        return client;
    }

    private static final class Client implements WebSocket.Listener {

        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
        private WebSocket socket;

        void say(String packet) {
            socket.sendText(packet, true).join();
        }

        String next() throws InterruptedException {
            return String.valueOf(frames.poll(20, TimeUnit.SECONDS));
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            if (!text.toString().equals("2") && !text.toString().startsWith("42[\"members\"")) {
                frames.add(text.toString());
            }
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
