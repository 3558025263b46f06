package encore.api.rsocket;

import static encore.api.shows.ShowUnderTest.HALL;
import static encore.api.shows.ShowUnderTest.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.shows.ShowUnderTest;
import encore.infra.backend.ControlMessage;
import io.micrometer.core.instrument.MeterRegistry;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.InvalidException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** Rooms over RSocket, before a backend that a test writes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class RSocketRoomsTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<RSocket> clients = new ArrayList<>();
    private ShowUnderTest show;

    /** How a client comes. */
    enum Way {
        TCP,
        WEBSOCKET
    }

    @BeforeAll
    void start() {
        show = new ShowUnderTest(
                Map.of("spring.rsocket.server.port", "0", "spring.rsocket.server.address", "127.0.0.1"),
                RSocketLiveController.class,
                RSocketEndpoint.class,
                RSocketEndpoint.UrlMapping.class,
                RSocketEndpoint.MetadataIgnorer.class);
    }

    @AfterAll
    void stop() {
        show.close();
    }

    @BeforeEach
    void answer() {
        show.answer();
    }

    @AfterEach
    void hang_up() {
        clients.forEach(RSocket::dispose);
        clients.clear();
    }

    @ParameterizedTest
    @EnumSource
    void a_session_alone_joins_gets_messages_and_says_something(Way way) throws Exception {
        RSocket client = connect(way, "");
        Room room = new Room(client, join(show.session(1), HALL));
        assertThat(room.next())
                .startsWith("{\"event\":\"joined\",\"room\":\"" + HALL + "\",\"position\":")
                .contains(",\"data\":{\"room_name\":\"" + HALL + "\",\"position\":" + show.head() + ",\"members\":");
        show.publish(HALL, "hello");
        assertThat(room.next())
                .isEqualTo("{\"event\":\"chat_message\",\"room\":\"" + HALL + "\",\"position\":" + show.head()
                        + ",\"data\":{\"message\":\"hello\"}}");
        assertThat(emit(client, "say", "{\"account_id\":7,\"message\":\"hi\",\"key\":\"k1\"," + inHall() + "}"))
                .isEqualTo("{\"fan_id\":1,\"message\":\"hi\",\"key\":\"k1\"}");
        assertThat(show.callers().getFirst().caller().context().nextRequestId()).endsWith(":k1/0");
        assertThat(emit(client, "leave", "{" + inHall() + "}")).isEqualTo("{}");
        show.publish(HALL, "nobody hears it");
        assertThat(room.next()).isEqualTo("complete");
    }

    @Test
    void a_key_and_a_session_in_the_setup_join_too() throws Exception {
        String session = show.session(2);
        RSocket client = connect(Way.TCP, "{\"api_key\":\"key-7\",\"session_uid\":\"" + session + "\"}");
        Room room = new Room(client, join(session, HALL));
        assertThat(room.next()).contains("\"event\":\"joined\"");
        assertThat(new Room(client, join(show.session(3), HALL)).next())
                .startsWith(RejectedException.class.getSimpleName())
                .contains("already-in");
    }

    @Test
    void a_client_that_cancels_has_left_and_one_that_joins_again_has_one_stream() throws Exception {
        String session = show.session(4);
        RSocket client = connect(Way.WEBSOCKET, "");
        Room first = new Room(client, join(session, HALL));
        assertThat(first.next()).contains("joined");
        Room second = new Room(client, join(session, HALL));
        assertThat(second.next()).contains("joined");
        assertThat(first.next()).isEqualTo("complete");
        show.publish(HALL, "once");
        assertThat(second.next()).contains("once");
        Room bar = new Room(client, join(session, "public_rooms:bar1:100"));
        assertThat(bar.next()).contains("joined");
        second.stream.dispose();
        show.publish("public_rooms:bar1:100", "in the bar");
        assertThat(bar.next()).contains("in the bar");
        // The room that was cancelled is left: twenty other rooms have room.
        for (int i = 2; i < 21; i++) {
            assertThat(new Room(client, join(session, "public_rooms:bar" + i + ":100")).next())
                    .contains("joined");
        }
        assertThat(new Room(client, join(session, HALL)).next()).contains("\"field\":\"room_name\"");
    }

    @Test
    void a_client_that_comes_back_gets_missed_frames_before_the_answer() throws Exception {
        Room stays = new Room(connect(Way.TCP, ""), join(show.session(21), HALL));
        assertThat(stays.next()).contains("joined");
        show.publish(HALL, "one");
        long after = show.head();
        show.publish(HALL, "two");
        assertThat(stays.next()).contains("one");
        assertThat(stays.next()).contains("two");
        Room back =
                new Room(connect(Way.TCP, ""), join(show.session(22), HALL).replace("}", ",\"after\":" + after + "}"));
        assertThat(back.next()).contains("two");
        assertThat(back.next()).contains("joined");
    }

    @Test
    void a_wrong_frame_is_refused_in_the_words_of_the_other_doors() throws Exception {
        RSocket client = connect(Way.TCP, "");
        assertThat(emitWrong(client, "{\"event\":\"say\",\"data\":{}}"))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("\"status\":401");
        String guest = show.session(0);
        assertThat(new Room(client, join(guest, HALL)).next()).contains("joined");
        assertThat(emitWrong(client, "{\"event\":\"say\",\"data\":{\"message\":\"x\"," + inHall() + "}}"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("/problems/guest");
        for (String wrong : List.of(
                "{}",
                "[]",
                "{\"event\":\"shout\",\"data\":{}}",
                "{\"event\":\"join\",\"data\":" + join(guest, HALL) + "}",
                "no json",
                "")) {
            assertThat(emitWrong(client, wrong)).as(wrong).isInstanceOf(InvalidException.class);
        }
        assertThat(new Room(client, "{}").next()).contains("\"field\":\"session_uid\"");
        assertThat(new Room(client, join(guest, "none")).next()).contains("\"field\":\"room_name\"");
        client.fireAndForget(DefaultPayload.create("{\"event\":\"say\",\"data\":{}}"))
                .block(SOON);
        assertThat(client.isDisposed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void the_newest_connection_of_a_fan_stays(Way way) throws Exception {
        String session = show.session(6);
        Room first = new Room(connect(way, ""), join(session, HALL));
        assertThat(first.next()).contains("joined");
        Room second = new Room(connect(way, ""), join(session, HALL));
        assertThat(second.next()).contains("joined");
        assertThat(first.next())
                .startsWith(ConnectionErrorException.class.getSimpleName())
                .contains("/problems/replaced");
        show.publish(HALL, "still here");
        assertThat(second.next()).contains("still here");
        show.endSessions(6);
        assertThat(second.next())
                .startsWith(ConnectionErrorException.class.getSimpleName())
                .contains("/problems/revoked");
    }

    @Test
    void a_banned_fan_is_refused_and_the_connection_ends() throws Exception {
        show.isFanBanned = true;
        RSocket client = connect(Way.TCP, "");
        assertThat(new Room(client, join(show.session(7), HALL)).next()).contains("/problems/fan-banned");
        assertEnds(client, "/problems/fan-banned");
    }

    @Test
    void a_banned_address_ends_the_connection() throws Exception {
        RSocket client = connect(Way.TCP, "");
        assertThat(new Room(client, join(show.session(8), HALL)).next()).contains("joined");
        show.gateway.backend.publish(new ControlMessage.MonitoredAddress(7, "a", "127.0.0.1", 100L, true));
        assertEnds(client, "/problems/address-banned");
        show.gateway.backend.publish(new ControlMessage.ForgottenAddress(7, "a"));
    }

    @Test
    void a_client_that_never_joins_is_disconnected() throws Exception {
        RSocket client = connect(Way.WEBSOCKET, "");
        assertThat(new Room(client, join("nonsense", HALL)).next()).contains("session-unknown");
        assertEnds(client, "/problems/session-missing");
        RSocket staff = connect(Way.TCP, "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        await().during(Duration.ofSeconds(4)).atMost(SOON).until(() -> !staff.isDisposed());
    }

    @Test
    void floods_are_refused_and_then_end_the_connection() throws Exception {
        RSocket client = connect(Way.TCP, "");
        assertThat(new Room(client, join(show.session(11), HALL)).next()).contains("joined");
        String shout = "{\"event\":\"say\",\"data\":{\"message\":\"x\"," + inHall() + "}}";
        for (int i = 0; i < 400 && !client.isDisposed(); i++) {
            client.requestResponse(DefaultPayload.create(shout))
                    .onErrorComplete()
                    .subscribe();
        }
        assertEnds(client, "/problems/too-many-frames");
    }

    @Test
    void a_large_frame_ends_the_connection() throws Exception {
        RSocket client = connect(Way.TCP, "");
        emitWrong(client, "{\"event\":\"say\",\"data\":{\"x\":\"" + "x".repeat(17_000) + "\"}}");
        assertEnds(client, "/problems/too-large");
    }

    @Test
    void staff_follows_a_room_with_the_secret() throws Exception {
        RSocket client = connect(Way.TCP, "{\"api_key\":\"key-7\",\"api_secret\":\"secret-7\"}");
        Room staff = new Room(client, "{\"stream\":\"live." + HALL + "\"}", false);
        assertThat(staff.next()).startsWith("{\"event\":\"subscribed\",\"stream\":\"live." + HALL + "\"");
        Room again = new Room(client, "{\"stream\":\"live." + HALL + "\"}", false);
        assertThat(again.next()).contains("\"field\":\"stream\"");
        show.publish(HALL, "to staff");
        assertThat(staff.next()).contains("to staff");
        staff.stream.dispose();
        await().atMost(SOON).untilAsserted(() -> {
            Room anew = new Room(client, "{\"stream\":\"live." + HALL + "\"}", false);
            assertThat(anew.next()).contains("subscribed");
        });
        Room keyAlone =
                new Room(connect(Way.TCP, "{\"api_key\":\"key-7\"}"), "{\"stream\":\"live." + HALL + "\"}", false);
        assertThat(keyAlone.next()).contains("secret-missing");
    }

    @Test
    void a_room_that_is_not_requested_ends_alone() throws Exception {
        String session = show.session(12);
        RSocket client = connect(Way.TCP, "");
        LinkedBlockingQueue<String> slow = new LinkedBlockingQueue<>();
        client.requestStream(DefaultPayload.create("{\"event\":\"join\",\"data\":" + join(session, HALL) + "}"))
                .map(Payload::getDataUtf8)
                .subscribe(new BaseSubscriber<>() {
                    @Override
                    protected void hookOnSubscribe(Subscription subscription) {
                        subscription.request(1);
                    }

                    @Override
                    protected void hookOnNext(String frame) {
                        slow.add(frame);
                    }

                    @Override
                    protected void hookOnError(Throwable failure) {
                        slow.add(String.valueOf(failure.getMessage()));
                    }
                });
        assertThat(slow.poll(20, TimeUnit.SECONDS)).contains("joined");
        Room bar = new Room(client, join(session, "public_rooms:bar1:100"));
        assertThat(bar.next()).contains("joined");
        String text = "x".repeat(100_000);
        for (int i = 0; i < 12; i++) {
            show.publish(HALL, text);
        }
        assertThat(slow.poll(20, TimeUnit.SECONDS)).contains("/problems/slow");
        show.publish("public_rooms:bar1:100", "in the bar");
        assertThat(bar.next()).contains("in the bar");
        assertThat(show.gateway
                        .bean(MeterRegistry.class)
                        .counter("encore.live.slow")
                        .count())
                .isPositive();
    }

    private static String inHall() {
        return "\"room_name\":\"" + HALL + "\"";
    }

    private static String emit(RSocket client, String event, String data) {
        return Objects.requireNonNull(client.requestResponse(
                                DefaultPayload.create("{\"event\":\"" + event + "\",\"data\":" + data + "}"))
                        .block(SOON))
                .getDataUtf8();
    }

    private static Throwable emitWrong(RSocket client, String frame) {
        return Objects.requireNonNull(client.requestResponse(DefaultPayload.create(frame))
                .<Throwable>map(answer -> new AssertionError(answer.getDataUtf8()))
                .onErrorResume(Mono::just)
                .block(SOON));
    }

    private static void assertEnds(RSocket client, String problem) {
        assertThat(client.onClose()
                        .then(Mono.<Throwable>empty())
                        .onErrorResume(Mono::just)
                        .block(SOON))
                .isInstanceOf(ConnectionErrorException.class)
                .hasMessageContaining(problem);
    }

    private RSocket connect(Way way, String setup) {
        ClientTransport to = way == Way.TCP
                ? TcpClientTransport.create(Objects.requireNonNull(
                        show.gateway.bean(RSocketEndpoint.class).address()))
                : WebsocketClientTransport.create(URI.create("ws://127.0.0.1:" + show.gateway.port() + "/rsocket"));
        RSocket client = Objects.requireNonNull(RSocketConnector.create()
                .dataMimeType("application/json")
                .setupPayload(DefaultPayload.create(setup))
                .connect(to)
                .block(SOON));
        clients.add(client);
        return client;
    }

    /** Keeps the frames that one stream is sent. */
    private static final class Room {

        private final LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
        private final Disposable stream;

        Room(RSocket client, String join) {
            this(client, "{\"event\":\"join\",\"data\":" + join + "}", true);
        }

        Room(RSocket client, String request, boolean isJoin) {
            stream = client.requestStream(DefaultPayload.create(request))
                    .map(Payload::getDataUtf8)
                    .filter(frame -> !isJoin || !frame.startsWith("{\"event\":\"members\""))
                    .subscribe(
                            frames::add,
                            failure -> frames.add(failure.getClass().getSimpleName() + " " + failure.getMessage()),
                            () -> frames.add("complete"));
        }

        String next() throws InterruptedException {
            return String.valueOf(frames.poll(20, TimeUnit.SECONDS));
        }
    }
}
