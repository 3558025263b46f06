package encore.api.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.GatewayUnderTest;
import encore.api.live.EventRelays;
import encore.api.live.EventsStream;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.live.LiveStreams;
import encore.api.shows.RoomsUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/** What a socket may take of the gateway. */
class LiveWebSocketHandlerTest {

    private static final String AUTH =
            "{\"event\":\"auth\",\"id\":1,\"data\":{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}}";

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void who_does_not_say_who_he_is_is_soon_gone_and_who_does_stays() throws Exception {
        start(Map.of());
        Client silent = connect();
        Client known = connect();
        known.say(AUTH);
        assertThat(known.next()).contains("\"ok\":true");
        assertThat(silent.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4002);
        known.say("{\"event\":\"unsubscribe\",\"id\":2,\"data\":{\"stream\":\"events\"}}");
        assertThat(known.next()).contains("\"ok\":true");
    }

    @Test
    void who_is_banned_is_closed_and_let_in_no_more() throws Exception {
        start(Map.of());
        Client known = connect();
        known.say(AUTH);
        assertThat(known.next()).contains("\"ok\":true");
        gateway.backend.tell(
                new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "a", "127.0.0.1", null, true));
        assertThat(known.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        Client again = connect();
        again.say(AUTH);
        assertThat(again.next()).contains("/problems/address-banned");
        assertThat(again.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void who_names_a_page_tab_that_he_is_kept_from_is_closed_too() throws Exception {
        start(Map.of());
        Client client = connect();
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        gateway.backend.tell(
                new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "a", "127.0.0.1", 100L, true));
        String follow =
                "{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0,\"page_tab_id\":";
        client.say(follow + "101}}");
        assertThat(client.next()).contains("\"ok\":true");
        gateway.backend.tell(
                new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "b", "127.0.0.0/8", 101L, true));
        assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        Client other = connect();
        other.say(AUTH);
        assertThat(other.next()).contains("\"ok\":true");
        for (String named : List.of("\"00100\"", "100.0", "1e2", "\"" + "0".repeat(30) + "100\"")) {
            Client odd = connect();
            odd.say(AUTH);
            assertThat(odd.next()).contains("\"ok\":true");
            odd.say(follow + named + "}}");
            assertThat(odd.next()).as(named).contains("/problems/address-banned");
        }
        other.say(follow + "\"x\"}}");
        assertThat(other.next()).contains("\"field\":\"page_tab_id\"");
        other.say(follow + "100}}");
        assertThat(other.next()).contains("/problems/address-banned");
    }

    @Test
    void a_frame_that_is_not_valid_utf_8_closes_the_connection() throws Exception {
        start(Map.of());
        for (byte[] broken : List.of(
                new byte[] {(byte) 0xC0, (byte) 0xAF},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xFF})) {
            try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write(("GET /ws HTTP/1.1\r\n"
                                        + "Host: x\r\n"
                                        + "Connection: Upgrade\r\n"
                                        + "Upgrade: websocket\r\n"
                                        + "Sec-WebSocket-Version: 13\r\n"
                                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                StringBuilder opened = new StringBuilder();
                while (!opened.toString().endsWith("\r\n\r\n")) {
                    opened.append((char) socket.getInputStream().read());
                }
                assertThat(opened.toString()).startsWith("HTTP/1.1 101");
                ByteArrayOutputStream sent = new ByteArrayOutputStream();
                byte[] before = "{\"event\":\"".getBytes(StandardCharsets.US_ASCII);
                byte[] behind = "\",\"id\":1}".getBytes(StandardCharsets.US_ASCII);
                sent.write(0x81);
                sent.write(0x80 | before.length + broken.length + behind.length);
                sent.writeBytes(new byte[4]);
                sent.writeBytes(before);
                sent.writeBytes(broken);
                sent.writeBytes(behind);
                socket.getOutputStream().write(sent.toByteArray());
                byte[] answer = socket.getInputStream().readAllBytes();
                // The close frame has the status 1007.
                assertThat(new String(answer, StandardCharsets.ISO_8859_1))
                        .contains("\u0003\u00EF")
                        .doesNotContain("\"ok\"");
            }
        }
    }

    @Test
    void room_is_kept_for_calls() throws Exception {
        start(Map.of("encore.connections", "4"));
        List<Client> most = List.of(connect(), connect(), connect());
        for (Client client : most) {
            client.say(AUTH);
            assertThat(client.next()).contains("\"ok\":true");
        }
        assertThat(connect().closed.get(20, TimeUnit.SECONDS)).isEqualTo(1013);
        // Its client hears of it before its connection has ended, which is one of the four until then.
        await().atMost(Duration.ofSeconds(20))
                .ignoreException(WebClientRequestException.class)
                .untilAsserted(() -> gateway.server()
                        .get()
                        .uri("/nothing")
                        .exchange()
                        .expectStatus()
                        .isNotFound());
    }

    @Test
    void each_subscribe_is_a_call_of_the_account() throws Exception {
        start(Map.of("encore.rate-limit", "3"));
        Client client = connect();
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        for (int i = 0; i < 3; i++) {
            client.say("{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0}}");
            assertThat(client.next()).contains("\"ok\":true");
            client.say("{\"event\":\"unsubscribe\",\"id\":3,\"data\":{\"stream\":\"events\"}}");
            assertThat(client.next()).contains("\"ok\":true");
        }
        client.say("{\"event\":\"subscribe\",\"id\":4,\"data\":{\"stream\":\"events\",\"after\":0}}");
        assertThat(client.next()).contains("\"ok\":false", "/problems/rate-limit");
    }

    /** Its socket would stay open for ever: what waits for it is never sent, nor the close behind it. */
    @Test
    void who_never_reads_again_loses_the_connection() throws Exception {
        start(Map.of("encore.request-timeout", "500ms"));
        Client deaf = connect(new Client(false));
        deaf.say(AUTH);
        String unread =
                "{\"event\":\"unsubscribe\",\"id\":\"" + "x".repeat(16_000) + "\",\"data\":{\"stream\":\"events\"}}";
        assertThat(CompletableFuture.runAsync(() -> deaf.sayForEver(unread)))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .withRootCauseInstanceOf(IOException.class);
    }

    private void start(Map<String, Object> settings) {
        gateway = GatewayUnderTest.with(
                settings,
                LiveMeters.class,
                EventRelays.class,
                LiveSessionFactory.class,
                LiveStreams.class,
                EventsStream.class,
                RoomsUnderTest.class,
                LiveWebSocketHandler.class,
                LiveWebSocketHandler.UrlMapping.class);
        gateway.backend.on(FindLiveEvents.class, asked -> new LiveEvents(List.of(), 10, false));
        gateway.backend.tellNews(10);
    }

    private Client connect() throws Exception {
        return connect(new Client(true));
    }

    private Client connect(Client client) throws Exception {
        client.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + gateway.port() + "/ws"), client)
                .get(20, TimeUnit.SECONDS);
        return client;
    }

    private static final class Client implements WebSocket.Listener {

        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
        private final boolean reads;
        private WebSocket socket;

        Client(boolean reads) {
            this.reads = reads;
        }

        void say(String frame) {
            socket.sendText(frame, true).join();
        }

        void sayForEver(String frame) {
            while (true) {
                say(frame);
            }
        }

        String next() throws InterruptedException {
            return String.valueOf(frames.poll(20, TimeUnit.SECONDS));
        }

        @Override
        public void onOpen(WebSocket opened) {
            if (reads) {
                opened.request(1);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            frames.add(text.toString());
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            closed.complete(status);
            return null;
        }
    }
}
