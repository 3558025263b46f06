package encore.api.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.api.authentication.ConsoleSessions;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
import encore.api.live.EventRelays;
import encore.api.live.EventsStream;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.live.LiveStream;
import encore.api.live.LiveStreams;
import encore.api.shows.RoomsUnderTest;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.RecordedOperation;
import encore.kernel.people.Area;
import encore.kernel.people.Role;
import encore.kernel.privacy.Contact;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

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
    void a_client_that_does_not_authenticate_is_soon_closed_and_one_that_does_stays() throws Exception {
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
    void a_banned_client_is_closed_and_let_in_no_more() throws Exception {
        start(Map.of());
        Client known = connect();
        known.say(AUTH);
        assertThat(known.next()).contains("\"ok\":true");
        gateway.backend.publish(
                new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "a", "127.0.0.1", null, true));
        assertThat(known.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        Client again = connect();
        again.say(AUTH);
        assertThat(again.next()).contains("/problems/address-banned");
        assertThat(again.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void a_client_that_names_a_page_tab_it_is_banned_from_is_closed_too() throws Exception {
        start(Map.of());
        Client client = connect();
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        gateway.backend.publish(
                new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "a", "127.0.0.1", 100L, true));
        String follow =
                "{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0,\"page_tab_id\":";
        client.say(follow + "101}}");
        assertThat(client.next()).contains("\"ok\":true");
        gateway.backend.publish(
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

    private static final String COOKIE_AUTH = "{\"event\":\"auth\",\"id\":1,\"data\":{}}";
    private static final String FOLLOW_EVENTS =
            "{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0}}";

    @Test
    void a_person_follows_what_the_role_may_read_and_is_closed_when_the_role_lessens() throws Exception {
        start(Map.of());
        gateway.backend.on(RecordOperation.class, order -> new RecordedOperation(order.id()));
        Client viewer = connect(PersonUnderTest.signedIn(gateway, Role.VIEWER));
        viewer.say(COOKIE_AUTH);
        assertThat(viewer.next()).contains("\"ok\":true");
        viewer.say(FOLLOW_EVENTS);
        assertThat(viewer.next()).contains("/problems/right-missing", "audit:read");

        PersonUnderTest person = PersonUnderTest.signedIn(gateway, Role.AUDITOR);
        Client auditor = connect(person);
        auditor.say(COOKIE_AUTH);
        assertThat(auditor.next()).contains("\"ok\":true");
        auditor.say(FOLLOW_EVENTS);
        assertThat(auditor.next()).contains("\"ok\":true");
        assertThat(gateway.backend.callers).extracting(Caller::actor).contains("person:person-auditor");
        person.becomes(Role.OWNER, 1);
        auditor.say("{\"event\":\"unsubscribe\",\"id\":3,\"data\":{\"stream\":\"events\"}}");
        assertThat(auditor.next()).as("an owner may read it too").contains("\"ok\":true");
        person.becomes(Role.VIEWER, 1);
        assertThat(auditor.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
    }

    @Test
    void a_person_who_is_gone_signed_out_or_of_another_generation_is_closed() throws Exception {
        start(Map.of());
        List<Consumer<PersonUnderTest>> ends =
                List.of(PersonUnderTest::gone, PersonUnderTest::signedOut, person -> person.becomes(Role.OWNER, 2));
        for (Consumer<PersonUnderTest> end : ends) {
            PersonUnderTest person = PersonUnderTest.signedIn(gateway, Role.OWNER);
            Client client = connect(person);
            client.say(COOKIE_AUTH);
            assertThat(client.next()).contains("\"ok\":true");
            end.accept(person);
            assertThat(client.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        }
    }

    @Test
    void a_console_session_of_a_pair_is_closed_when_the_account_lets_people_in_alone() throws Exception {
        start(Map.of());
        ActiveKey key = gateway.bean(KeyRegistry.class).find(GatewayUnderTest.API_KEY);
        var request = MockServerHttpRequest.post("/console/session").header(ConsoleSessions.HEADER, "1");
        String cookie = gateway.bean(ConsoleSessions.class)
                .issueCookie(MockServerWebExchange.from(request.build()), key)
                .cookie()
                .getValue();
        Client console = connect(cookie);
        console.say(COOKIE_AUTH);
        assertThat(console.next()).contains("\"ok\":true");
        Client server = connect();
        server.say(AUTH);
        assertThat(server.next()).contains("\"ok\":true");
        gateway.backend.publish(new ControlMessage.ConsoleKeys(GatewayUnderTest.ACCOUNT, false));
        assertThat(console.closed.get(20, TimeUnit.SECONDS)).isEqualTo(4003);
        server.say(FOLLOW_EVENTS);
        assertThat(server.next()).as("the pair itself is not touched").contains("\"ok\":true");
        Client again = connect(cookie);
        again.say(COOKIE_AUTH);
        assertThat(again.next()).contains("/problems/console-keys-off");
    }

    private Client connect(PersonUnderTest person) throws Exception {
        return connect(person.cookie());
    }

    private Client connect(String cookie) throws Exception {
        Client client = new Client(true);
        client.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Origin", "http://127.0.0.1:" + gateway.port())
                .header("Cookie", "encore_console=" + cookie)
                .buildAsync(URI.create("ws://127.0.0.1:" + gateway.port() + "/ws"), client)
                .get(20, TimeUnit.SECONDS);
        return client;
    }

    /** A stream whose frames tell a contact. */
    static final class FansStream implements LiveStream<FansStream.NoFilter, LiveEvent> {

        record NoFilter() {}

        record Row(long fanId, @Contact String email) {}

        private static final Row ADA = new Row(7, "ada@example.com");

        @Override
        public Definition<NoFilter> definition() {
            return new Definition<>(
                    "fans", "Fans.", "manage", Area.FANS, true, null, NoFilter.class, List.of(Frame.EVENT), List.of());
        }

        @Override
        public LiveEvent read(LiveEvent event) {
            return event;
        }

        @Override
        public Object payload(LiveEvent event) {
            return ADA;
        }

        @Override
        public Mono<Selection<LiveEvent>> select(Caller caller, NoFilter filter, String part) {
            return Mono.just(Selection.after(new Snapshot(10, List.of(ADA)), event -> true));
        }
    }

    @Test
    void a_follower_without_contacts_is_sent_the_same_frames_without_them() throws Exception {
        start(Map.of(), FansStream.class);
        ControlMessage.Key pair = GatewayUnderTest.key(GatewayUnderTest.ACCOUNT, "key-dev", "secret-dev", "manage");
        gateway.backend.publish(new ControlMessage.Key(
                pair.account(),
                pair.apiKey(),
                pair.secretHash(),
                pair.label(),
                pair.scopes(),
                pair.endedSessions(),
                Role.DEVELOPER));
        Client whole = connect();
        whole.say(AUTH);
        Client without = connect();
        without.say(AUTH.replace("key-7", "key-dev").replace("secret-7", "secret-dev"));
        for (Client client : List.of(whole, without)) {
            assertThat(client.next()).contains("\"ok\":true");
            client.say("{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"fans\"}}");
            assertThat(client.next()).contains("\"ok\":true");
        }
        assertThat(whole.next()).contains("snapshot", "[{\"fan_id\":7,\"email\":\"ada@example.com\"}]");
        assertThat(without.next()).contains("snapshot", "[{\"fan_id\":7,\"email\":null}]");
        gateway.backend.on(
                FindLiveEvents.class,
                asked -> new LiveEvents(
                        asked.after() != null && asked.after() < 11 ? List.of(event(11, "fan_registered")) : List.of(),
                        11,
                        false));
        gateway.backend.announce(11);
        assertThat(whole.next()).contains("\"position\":11,\"data\":{\"fan_id\":7,\"email\":\"ada@example.com\"}");
        assertThat(without.next()).contains("\"position\":11,\"data\":{\"fan_id\":7,\"email\":null}");
    }

    @Test
    void a_frame_that_is_not_valid_utf_8_closes_the_connection() throws Exception {
        start(Map.of());
        for (byte[] broken : List.of(
                new byte[] {(byte) 0xC0, (byte) 0xAF},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xFF})) {
            try (Socket socket = upgraded()) {
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
    void a_frame_with_a_reserved_bit_closes_the_connection() throws Exception {
        start(Map.of());
        for (int first : List.of(0x81 | 0x40, 0x81 | 0x20, 0x81 | 0x10, 0x89 | 0x40)) {
            try (Socket socket = upgraded()) {
                socket.getOutputStream().write(new byte[] {(byte) first, (byte) 0x82, 0, 0, 0, 0, '{', '}'});
                byte[] answer = socket.getInputStream().readAllBytes();
                // The close frame has the status 1002.
                assertThat(new String(answer, StandardCharsets.ISO_8859_1))
                        .as("first byte %x", first)
                        .contains("\u0003\u00EA")
                        .doesNotContain("\"ok\"");
            }
        }
    }

    @Test
    void a_position_beyond_the_head_is_refused_with_the_head_once_it_was_waited_for() throws Exception {
        start(Map.of());
        Client client = connect();
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        String follow = "{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":";
        long began = System.nanoTime();
        client.say(follow + "11}}");
        assertThat(client.next())
                .contains("/problems/after-beyond-head", "\"status\":400", "\"field\":\"after\"", "\"head\":10");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(2));
        client.say(follow + "12}}");
        Thread.sleep(200);
        // The node was late.
        gateway.backend.on(FindLiveEvents.class, asked -> new LiveEvents(List.of(), 12, false));
        assertThat(client.next()).contains("\"ok\":true", "\"position\":12");
        client.say("{\"event\":\"unsubscribe\",\"id\":3,\"data\":{\"stream\":\"events\"}}");
        assertThat(client.next()).contains("\"ok\":true");
        client.say(follow + "0}}");
        assertThat(client.next()).contains("\"ok\":true", "\"position\":0");
    }

    @Test
    void a_misspelt_frame_is_refused_and_names_the_field() throws Exception {
        start(Map.of());
        Client client = connect();
        client.say("{\"event\":\"auth\",\"id\":1,\"data\":{\"api_key\":\"key-7\",\"api_secre\":\"secret-7\"}}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"api_secre\"");
        client.say("{\"event\":\"auth\",\"id\":1,\"data\":{\"api_key\":7,\"api_secret\":\"secret-7\"}}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"api_key\"", "must be a text");
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        String follow = "{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0,";
        client.say(follow + "\"type\":[\"fan_registered\"]}}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"type\"", "is no field of this frame");
        for (String unknown : List.of("\"fan_registred\"", "[\"points_awarded\",\"FanRegistered\"]", "\"\"")) {
            client.say(follow + "\"types\":" + unknown + "}}");
            assertThat(client.next()).as(unknown).contains("\"ok\":false", "\"field\":\"types\"", "names no type");
        }
        for (String wrong : List.of("{\"fan_registered\":1}", "7", "[7]", "[[\"fan_registered\"]]", "[null]")) {
            client.say(follow + "\"types\":" + wrong + "}}");
            assertThat(client.next()).as(wrong).contains("\"ok\":false", "\"field\":\"types\"", "must be a text");
        }
        client.say("{\"event\":\"subscribe\",\"id\":2,\"data\":[\"events\"]}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"stream\"");
        client.say("{\"event\":\"unsubscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":1}}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"after\"");
        client.say("{\"event\":\"unsubscribe\",\"id\":2,\"Data\":{},\"data\":{\"stream\":\"events\"}}");
        assertThat(client.next()).contains("\"ok\":false", "\"field\":\"Data\"");
        client.say(follow + "\"types\":null}}");
        assertThat(client.next()).contains("\"ok\":true");
    }

    @Test
    void one_type_is_a_list_of_one() throws Exception {
        start(Map.of());
        gateway.backend.on(
                FindLiveEvents.class,
                asked -> asked.after() != null && asked.after() == 0
                        ? new LiveEvents(List.of(event(3, "fan_registered"), event(4, "points_awarded")), 10, false)
                        : new LiveEvents(List.of(), 10, false));
        Client client = connect();
        client.say(AUTH);
        assertThat(client.next()).contains("\"ok\":true");
        client.say("{\"event\":\"subscribe\",\"id\":2,\"data\":{\"stream\":\"events\",\"after\":0,"
                + "\"types\":\"points_awarded\"}}");
        assertThat(client.next()).contains("\"ok\":true");
        assertThat(client.next()).contains("\"position\":4", "points_awarded");
    }

    private static LiveEvent event(long position, String type) {
        return new LiveEvent(
                position,
                type,
                Instant.EPOCH,
                "fan.7." + position,
                position,
                "RegisterFan",
                "key",
                null,
                JsonMapper.shared().createObjectNode());
    }

    private Socket upgraded() throws IOException {
        Socket socket = new Socket("127.0.0.1", gateway.port());
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
        return socket;
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

    /** Its socket would stay open for ever: what waits for it is never sent, nor the close after it. */
    @Test
    void a_client_that_never_reads_again_loses_the_connection() throws Exception {
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

    private void start(Map<String, Object> settings, Class<?>... more) {
        List<Class<?>> parts = new ArrayList<>(List.of(
                LiveMeters.class,
                EventRelays.class,
                LiveSessionFactory.class,
                LiveStreams.class,
                EventsStream.class,
                RoomsUnderTest.class,
                LiveWebSocketHandler.class,
                LiveWebSocketHandler.UrlMapping.class));
        parts.addAll(List.of(more));
        gateway = GatewayUnderTest.with(settings, parts.toArray(Class<?>[]::new));
        gateway.backend.on(FindLiveEvents.class, asked -> new LiveEvents(List.of(), 10, false));
        gateway.backend.announce(10);
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
