package encore.api.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.live.EventRelays;
import encore.api.live.EventsStream;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.live.LiveStreams;
import encore.api.problems.Problems;
import encore.api.shows.RoomsUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.exceptions.CanceledException;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.frame.FrameLengthCodec;
import io.rsocket.frame.RequestStreamFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** RSocket at the gateway, before a log that a test writes. */
class RSocketEndpointTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String PAIR = pair(GatewayUnderTest.API_KEY, GatewayUnderTest.API_SECRET);

    private final AtomicLong head = new AtomicLong(10);
    private final GatewayUnderTest gateway = GatewayUnderTest.with(
            Map.of("spring.rsocket.server.port", "0", "spring.rsocket.server.address", "127.0.0.1"),
            LiveMeters.class,
            EventRelays.class,
            LiveSessionFactory.class,
            LiveStreams.class,
            EventsStream.class,
            RoomsUnderTest.class,
            RSocketLiveController.class,
            RSocketEndpoint.class,
            RSocketEndpoint.UrlMapping.class,
            RSocketEndpoint.MetadataIgnorer.class);
    private final List<RSocket> clients = new ArrayList<>();

    RSocketEndpointTest() {
        gateway.backend.on(FindLiveEvents.class, this::page);
        gateway.backend.announce(head.get());
    }

    @AfterEach
    void close() {
        clients.forEach(RSocket::dispose);
        gateway.close();
    }

    /** How a client comes. */
    enum Way {
        TCP,
        WEBSOCKET
    }

    @ParameterizedTest
    @EnumSource
    void a_follower_gets_what_it_asks_for_and_no_more(Way way) {
        StepVerifier.create(follow(connect(way, PAIR), "{\"stream\":\"events\",\"after\":2}"), 3)
                .expectNextMatches(frame -> position(frame) == 3 && text(frame).contains("\"event\":\"event\""))
                .expectNextMatches(frame -> position(frame) == 4)
                .expectNextMatches(frame -> position(frame) == 5)
                .expectNoEvent(Duration.ofMillis(200))
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(5)
                .then(() -> happen(1))
                .expectNextMatches(frame -> position(frame) == 11)
                .thenCancel()
                .verify(SOON);
        within(SOON, () -> meter("encore.live.subscribers") == 0);
    }

    @Test
    void a_follower_without_a_position_gets_the_position_where_it_begins() {
        StepVerifier.create(follow(connect(Way.TCP, PAIR), "{\"stream\":\"events\"}"))
                .expectNextMatches(frame -> text(frame)
                        .equals("{\"event\":\"subscribed\",\"stream\":\"events\",\"position\":10,\"data\":null}"))
                .then(() -> happen(1))
                .expectNextMatches(frame -> position(frame) == 11)
                .thenCancel()
                .verify(SOON);
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_requests_too_seldom_is_ended_and_others_miss_nothing(Way way) throws InterruptedException {
        RSocket one = connect(way, PAIR);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        follow(one, "{\"stream\":\"events\",\"after\":9}").subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {
                subscription.request(1);
            }

            @Override
            protected void hookOnError(Throwable failure) {
                end.complete(failure);
            }
        });
        for (RSocket other : List.of(one, connect(way, PAIR))) {
            List<Long> seen = new ArrayList<>();
            CountDownLatch all = new CountDownLatch(1);
            long until = head.get() + 4_000;
            long from = head.get();
            follow(other, "{\"stream\":\"events\",\"after\":" + from + "}").subscribe(frame -> {
                seen.add(position(frame));
                // The next come when these are here.
                if (seen.size() % 500 == 0 && head.get() < until) {
                    happen(500);
                }
                if (seen.size() == 4_000) {
                    all.countDown();
                }
            });
            happen(500);
            assertThat(all.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(seen)
                    .isEqualTo(LongStream.rangeClosed(from + 1, until).boxed().toList());
        }
        assertThat(end.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join())
                .isInstanceOf(CanceledException.class)
                .hasMessageContaining("/problems/slow");
        assertThat(gateway.bean(MeterRegistry.class).counter("encore.live.slow").count())
                .isEqualTo(1);
    }

    @Test
    void a_client_that_requests_everything_and_reads_nothing_does_not_fill_our_memory() throws Exception {
        try (Socket silent = new Socket()) {
            silent.setReceiveBufferSize(4_096);
            silent.connect(new InetSocketAddress("127.0.0.1", tcp()));
            send(silent, setup(20_000, 60_000), requestStream("{\"stream\":\"events\",\"after\":10}"));
            within(SOON, () -> meter("encore.live.subscribers") == 1);
            // A MiB when it has caught up before it all comes, else ten seconds.
            within(Duration.ofSeconds(20), () -> {
                happen(1_000);
                return gateway.bean(MeterRegistry.class)
                                .counter("encore.live.slow")
                                .count()
                        == 1;
            });
            within(SOON, () -> meter("encore.live.subscribers") == 0);
        }
        within(SOON, () -> meter("encore.rsocket.connections") == 0);
    }

    @ParameterizedTest
    @EnumSource
    @ExtendWith(OutputCaptureExtension.class)
    void nobody_is_let_in_with_wrong_keys_or_with_something_else_than_keys(Way way, CapturedOutput log) {
        for (String data :
                List.of(pair(GatewayUnderTest.API_KEY, "another"), pair("unknown", "another"), "{}", "no json")) {
            RSocket client = connect(way, data);
            StepVerifier.create(follow(client, "{\"stream\":\"events\"}"))
                    .verifyErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(RejectedSetupException.class)
                            .hasMessageContaining("\"request_id\":"));
        }
        // Other test classes of this process make calls that fail, and their clients leave bodies of answers unread.
        assertThat(log.getAll()
                        .lines()
                        .filter(line -> !line.contains(Problems.class.getName())
                                && !line.contains(ResourceLeakDetector.class.getName())))
                .as("strangers write no lines")
                .noneMatch(line -> line.contains("ERROR") || line.contains("handling method"));
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_that_may_not_be_had_is_refused_and_the_next_is_given(Way way) {
        gateway.backend.publish(GatewayUnderTest.key(GatewayUnderTest.ACCOUNT, "narrow", "secret", Scope.CRM.word()));
        RSocket narrow = connect(way, pair("narrow", "secret"));
        StepVerifier.create(follow(narrow, "{\"stream\":\"events\"}"))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(RejectedException.class)
                        .hasMessageContaining("scope-missing"));

        RSocket client = connect(way, PAIR);
        for (String wrong : List.of("{\"stream\":\"unknown\"}", "nothing", "{\"stream\":\"events\",\"after\":-1}")) {
            StepVerifier.create(follow(client, wrong)).verifyError(InvalidException.class);
        }
        StepVerifier.create(client.requestResponse(DefaultPayload.create("{}"))).verifyError(InvalidException.class);
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"after\":9}"))
                .expectNextCount(1)
                .thenCancel()
                .verify(SOON);
    }

    @Test
    void mime_types_and_metadata_of_a_client_change_nothing() {
        for (String type : List.of("application/x-anything", "message/x.rsocket.composite-metadata.v0", "*/*")) {
            RSocket client = connect(
                    RSocketConnector.create()
                            .dataMimeType(type)
                            .metadataMimeType(type)
                            .setupPayload(DefaultPayload.create(PAIR, "no metadata")),
                    transport(Way.TCP));
            client.metadataPush(DefaultPayload.create("", "{}")).block(SOON);
            StepVerifier.create(client.requestStream(
                            DefaultPayload.create("{\"stream\":\"events\",\"after\":9}", "a.route")))
                    .expectNextMatches(frame -> position(frame) == 10)
                    .thenCancel()
                    .verify(SOON);
        }
        assertRejected(
                connect(
                        RSocketConnector.create().dataMimeType("none").setupPayload(DefaultPayload.create(PAIR)),
                        transport(Way.TCP)),
                "/problems/mime-type");
    }

    @ParameterizedTest
    @EnumSource
    void data_that_is_not_valid_utf_8_is_refused(Way way) {
        byte[] overlong = {'{', '"', (byte) 0xC0, (byte) 0xAF, '"', ':', '1', '}'};
        RSocket wrong =
                connect(RSocketConnector.create().setupPayload(DefaultPayload.create(overlong)), transport(way));
        assertRejected(wrong, "/problems/broken-encoding");
        RSocket client = connect(way, PAIR);
        StepVerifier.create(client.requestStream(DefaultPayload.create(overlong)))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining("/problems/broken-encoding"));
    }

    @Test
    void a_page_of_another_origin_is_not_let_in() {
        assertRejected(page("https://elsewhere.example", PAIR), "/problems/origin");
        gateway.backend.publish(new ControlMessage.Account(
                GatewayUnderTest.ACCOUNT,
                "Arena",
                null,
                List.of("https://fans.example"),
                GatewayUnderTest.DEFAULT_POINTS));
        String key = "{\"api_key\":\"" + GatewayUnderTest.API_KEY + "\"}";
        within(SOON, () -> isLetIn(page("https://fans.example", key)));
        assertRejected(page("https://elsewhere.example", key), "/problems/origin");
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_ends_when_its_key_is_revoked(Way way) {
        RSocket client = connect(way, PAIR);
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"after\":9}"))
                .expectNextCount(1)
                .then(() -> gateway.backend.publish(new ControlMessage.KeyRevoked(GatewayUnderTest.API_KEY)))
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(ConnectionErrorException.class)
                        .hasMessageContaining("revoked"))
                .verify(SOON);
        within(SOON, client::isDisposed);
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_ends_when_its_address_is_banned_and_no_other_begins(Way way) {
        RSocket client = connect(way, PAIR);
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"after\":9}"))
                .expectNextCount(1)
                .then(() -> gateway.backend.publish(
                        new ControlMessage.MonitoredAddress(GatewayUnderTest.ACCOUNT, "a", "127.0.0.0/8", null, true)))
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(ConnectionErrorException.class)
                        .hasMessageContaining("address-banned"))
                .verify(SOON);
        within(SOON, client::isDisposed);
        assertRejected(connect(way, PAIR), "/problems/address-banned");
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_stops_says_so(Way way) {
        StepVerifier.create(follow(connect(way, PAIR), "{\"stream\":\"events\",\"after\":9}"))
                .expectNextCount(1)
                .then(gateway::close)
                .expectErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(ConnectionCloseException.class)
                        .hasMessageContaining("stopping"))
                .verify(SOON);
    }

    @ParameterizedTest
    @EnumSource
    void a_frame_that_is_too_long_ends_its_connection_and_no_other(Way way) {
        RSocket other = connect(way, PAIR);
        RSocket client = connect(way, PAIR);
        StepVerifier.create(follow(client, " ".repeat(70_000))).expectError().verify(SOON);
        within(SOON, client::isDisposed);
        RSocket inPieces = connect(
                RSocketConnector.create().fragment(64).setupPayload(DefaultPayload.create(PAIR)), transport(way));
        StepVerifier.create(follow(inPieces, "{\"stream\":\"events\"" + " ".repeat(100) + "}"))
                .expectError()
                .verify(SOON);
        StepVerifier.create(follow(other, "{\"stream\":\"events\",\"after\":9}"))
                .expectNextCount(1)
                .thenCancel()
                .verify(SOON);
    }

    @Test
    void a_client_that_falls_silent_is_given_up_and_one_that_keeps_alive_is_not() throws Exception {
        RSocket lively = RSocketConnector.create()
                .setupPayload(DefaultPayload.create(PAIR))
                .keepAlive(Duration.ofMillis(100), Duration.ofSeconds(3))
                .connect(transport(Way.TCP))
                .block(SOON);
        try (Socket silent = new Socket("127.0.0.1", tcp())) {
            send(silent, setup(100, 3_000));
            assertThat(untilClosed(silent)).isLessThan(SOON);
        }
        assertThat(Objects.requireNonNull(lively).isDisposed()).isFalse();
        lively.dispose();
    }

    @Test
    void a_connection_that_does_not_introduce_itself_is_given_up() throws Exception {
        try (Socket silent = new Socket("127.0.0.1", tcp())) {
            assertThat(untilClosed(silent)).isLessThan(SOON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_position_beyond_the_head_is_refused_with_the_head(Way way) {
        RSocket client = connect(way, PAIR);
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"after\":11}"))
                .verifyErrorSatisfies(failure -> assertThat(failure)
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining("/problems/after-beyond-head")
                        .hasMessageContaining("\"head\":10"));
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"after\":12}"))
                .then(() -> happen(2))
                .then(() -> happen(1))
                .expectNextMatches(frame -> position(frame) == 13)
                .thenCancel()
                .verify(SOON);
    }

    @ParameterizedTest
    @EnumSource
    void a_misspelt_request_is_refused_and_names_the_field(Way way) {
        RSocket client = connect(way, PAIR);
        for (String field : List.of("type", "event", "Stream")) {
            StepVerifier.create(follow(client, "{\"stream\":\"events\",\"" + field + "\":\"fan_registered\"}"))
                    .verifyErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(InvalidException.class)
                            .hasMessageContaining("\"field\":\"" + field + "\""));
        }
        StepVerifier.create(follow(client, "{\"stream\":\"events\",\"types\":[\"fan_registred\"]}"))
                .verifyErrorSatisfies(failure ->
                        assertThat(failure).isInstanceOf(InvalidException.class).hasMessageContaining("types"));
        assertRejected(connect(way, PAIR.replace("api_secret", "api_secre")), "api_secre");
    }

    @Test
    void a_stream_of_which_nothing_is_requested_is_refused_and_the_next_is_given() throws Exception {
        try (Socket client = new Socket("127.0.0.1", tcp())) {
            client.setSoTimeout((int) SOON.toMillis());
            send(client, setup(20_000, 60_000), requestStream(1, 0), requestStream(3, 5));
            StringBuilder read = new StringBuilder();
            while (!read.toString().contains("\"position\":10")) {
                read.append((char) client.getInputStream().read());
            }
            assertThat(read.toString()).contains("/problems/request-n");
        }
    }

    private static ByteBuf requestStream(int stream, int requested) {
        ByteBuf frame = RequestStreamFrameCodec.encode(
                ByteBufAllocator.DEFAULT,
                stream,
                false,
                1,
                null,
                ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, "{\"stream\":\"events\",\"after\":9}"));
        ByteBuf joined = frame.copy().setInt(6, requested);
        frame.release();
        return joined;
    }

    private void happen(int events) {
        gateway.backend.announce(head.addAndGet(events));
    }

    private LiveEvents page(FindLiveEvents query) {
        long end = head.get();
        if (query.after() == null) {
            return new LiveEvents(List.of(), end, false);
        }
        long last = Math.min(end, query.after() + query.limit());
        List<LiveEvent> events = LongStream.rangeClosed(query.after() + 1, last)
                .mapToObj(RSocketEndpointTest::event)
                .toList();
        return new LiveEvents(events, Math.max(query.after(), last), last < end);
    }

    private static LiveEvent event(long position) {
        return new LiveEvent(
                position,
                "fan_registered",
                Instant.EPOCH,
                "fan.7." + position,
                position,
                "RegisterFan",
                "key",
                null,
                JsonMapper.shared().createObjectNode());
    }

    private static String pair(String key, String secret) {
        return "{\"api_key\":\"" + key + "\",\"api_secret\":\"" + secret + "\"}";
    }

    private int tcp() {
        return Objects.requireNonNull(gateway.bean(RSocketEndpoint.class).address())
                .getPort();
    }

    private URI webSocket() {
        return URI.create("ws://127.0.0.1:" + gateway.port() + "/rsocket");
    }

    private ClientTransport transport(Way way) {
        return way == Way.TCP
                ? TcpClientTransport.create("127.0.0.1", tcp())
                : WebsocketClientTransport.create(webSocket());
    }

    private RSocket connect(Way way, String data) {
        return connect(transport(way), data);
    }

    private RSocket connect(ClientTransport transport, String data) {
        return connect(RSocketConnector.create().setupPayload(DefaultPayload.create(data)), transport);
    }

    private RSocket connect(RSocketConnector connector, ClientTransport transport) {
        RSocket client = Objects.requireNonNull(connector.connect(transport).block(SOON));
        clients.add(client);
        return client;
    }

    private RSocket page(String origin, String data) {
        return connect(WebsocketClientTransport.create(webSocket()).header("Origin", origin), data);
    }

    /** Let in, and refused because there is no such stream. */
    private static boolean isLetIn(RSocket client) {
        try {
            follow(client, "{\"stream\":\"unknown\"}").blockLast(SOON);
            return false;
        } catch (RuntimeException refused) {
            return refused instanceof InvalidException;
        }
    }

    private static void assertRejected(RSocket client, String type) {
        assertThatThrownBy(() -> follow(client, "{\"stream\":\"events\"}").blockLast(SOON))
                .isInstanceOf(RejectedSetupException.class)
                .hasMessageContaining(type);
    }

    private static Flux<Payload> follow(RSocket client, String request) {
        return client.requestStream(DefaultPayload.create(request));
    }

    private static JsonNode json(Payload frame) {
        return JsonMapper.shared().readTree(frame.getDataUtf8());
    }

    private static long position(Payload frame) {
        return json(frame).get("position").asLong();
    }

    private static String text(Payload frame) {
        return frame.getDataUtf8();
    }

    private double meter(String name) {
        return gateway.bean(MeterRegistry.class).get(name).gauge().value();
    }

    private static ByteBuf setup(int keepAlive, int lifetime) {
        return SetupFrameCodec.encode(
                ByteBufAllocator.DEFAULT,
                false,
                keepAlive,
                lifetime,
                "application/json",
                "application/json",
                DefaultPayload.create(PAIR));
    }

    private static ByteBuf requestStream(String request) {
        return RequestStreamFrameCodec.encode(
                ByteBufAllocator.DEFAULT,
                1,
                false,
                Long.MAX_VALUE,
                null,
                ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, request));
    }

    private static void send(Socket socket, ByteBuf... frames) throws IOException {
        for (ByteBuf frame : frames) {
            ByteBuf framed = FrameLengthCodec.encode(ByteBufAllocator.DEFAULT, frame.readableBytes(), frame);
            socket.getOutputStream().write(ByteBufUtil.getBytes(framed));
            framed.release();
        }
    }

    private static Duration untilClosed(Socket socket) throws IOException {
        long begun = System.nanoTime();
        socket.setSoTimeout((int) SOON.toMillis());
        InputStream in = socket.getInputStream();
        while (in.read(new byte[1_024]) >= 0) {
            // It says what is wrong, and something to keep the connection alive.
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private static void within(Duration patience, BooleanSupplier happens) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
