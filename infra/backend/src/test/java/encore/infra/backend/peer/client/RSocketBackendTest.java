package encore.infra.backend.peer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.IfMatch;
import encore.infra.backend.RequestContext;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.FakeSides;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.RevokedKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

class RSocketBackendTest {

    private static final ClusterSecret SECRET = new ClusterSecret("the cluster secret that the tests share");
    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeSides one = new FakeSides();
    private final FakeSides other = new FakeSides();
    private final Set<InetSocketAddress> commandNodes = ConcurrentHashMap.newKeySet();
    private final Set<InetSocketAddress> queryNodes = ConcurrentHashMap.newKeySet();
    private final List<AutoCloseable> open = new ArrayList<>();
    private RSocketBackend backend;

    @BeforeEach
    void connect() {
        backend = new RSocketBackend(() -> commandNodes, () -> queryNodes, "gateway@test", SECRET, PeerTls.NONE);
        open.add(backend);
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void a_command_is_decided_by_the_other_side_and_its_position_comes_back() {
        commandNode("c1", one, 0);
        one.decides = request -> done(12);
        RequestContext context = new RequestContext("7:key", "print", 5, Duration.ofSeconds(1), false);
        assertThat(send(context, "k1")).isEqualTo(new RevokedKey("k1"));
        assertThat(context.position()).isEqualTo(12);
        assertThat(one.orders)
                .containsExactly(new CommandRequest(
                        7, "actor", "7:key/0", "print", new RevokeKey(new KeyId(7, "k1")), 5, false));
    }

    @Test
    void a_query_is_answered_with_its_lag() {
        queryNode("q1", one, 0);
        one.found = List.of(new ApiKey("k", "label", List.of("crm"), null, Instant.ofEpochSecond(5)));
        within(SOON, () -> isUp("q1")); // The first connection of a JVM loads much.
        RequestContext context = new RequestContext(null, null, 44, Duration.ofMillis(700), true);
        assertThat(backend.ask(new Caller(7, "actor", context), new FindKeys(7)).block(SOON))
                .isEqualTo(one.found);
        assertThat(context.lag()).isEqualTo(3);
        assertThat(context.readPosition()).isEqualTo(47);
        assertThat(one.questions.getFirst().minPosition()).isEqualTo(44);
        assertThat(one.questions.getFirst().maxWait()).isEqualTo(Duration.ofMillis(700));
        assertThat(one.questions.getFirst().strict()).isTrue();
    }

    @Test
    void the_first_command_of_a_call_has_its_precondition() {
        commandNode("c1", one, 0);
        one.decides = request -> done(12);
        RequestContext context =
                new RequestContext(null, null, 0, Duration.ofSeconds(1), false).require(new IfMatch(9));
        send(context, "k1");
        send(context, "k2");
        assertThat(one.orders).extracting(CommandRequest::ifMatch).containsExactly(new IfMatch(9), null);
    }

    @Test
    void a_precondition_is_not_sent_to_a_node_that_would_overlook_it() {
        OlderNode older = new OlderNode(SECRET, "c1");
        open.add(older);
        commandNodes.add(older.address());
        RequestContext guarded = RequestContext.defaults().require(new IfMatch(9));
        assertThatThrownBy(() -> send(guarded, "k1")).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
            assertThat(refusal.type()).isEqualTo("if-match-not-checked");
        });
        assertThat(older.requests).hasValue(0);
        RequestContext unguarded = RequestContext.defaults();
        assertThatThrownBy(() -> send(unguarded, "k1")).isInstanceOf(IllegalStateException.class);
        assertThat(older.requests).hasPositiveValue();
    }

    @Test
    void a_change_that_the_caller_has_not_seen_travels() {
        commandNode("c1", one, 0);
        var change = new Refusal.LaterChange("key:k", Instant.ofEpochMilli(5_001), 12);
        one.decides = request -> CompletableFuture.failedFuture(Refusal.changedMeanwhile(change));
        assertThatThrownBy(() -> send(RequestContext.defaults(), "k1"))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.CHANGED);
                    assertThat(refusal.laterChange()).isEqualTo(change);
                });
    }

    @Test
    void a_refusal_travels() {
        queryNode("q1", one, 0);
        one.found = new Refusal(Refusal.Kind.RULE, "a-rule", "field_name", "A sentence.");
        assertThatThrownBy(() -> ask(new FindKeys(7))).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.type()).isEqualTo("a-rule");
            assertThat(refusal.field()).isEqualTo("field_name");
            assertThat(refusal.sentence()).isEqualTo("A sentence.");
        });
    }

    @Test
    void a_fault_is_logged_without_its_words() {
        queryNode("q1", one, 0);
        one.found = new IllegalStateException("what a client sent");
        assertThatThrownBy(() -> ask(new FindKeys(7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageNotContaining("client");
    }

    @Test
    void an_answer_that_is_lost_is_asked_of_another_node_under_the_same_request_id() {
        PeerServer first = commandNode("c1", one, 0);
        PeerServer second = commandNode("c2", other, 0);
        bothUp();
        AtomicBoolean anyDied = new AtomicBoolean();
        one.decides = request -> anyDied.getAndSet(true) ? done(9) : die(first);
        other.decides = request -> anyDied.getAndSet(true) ? done(9) : die(second);
        RequestContext context = RequestContext.defaults();
        assertThat(send(context, "k1")).isEqualTo(new RevokedKey("k1"));
        assertThat(context.position()).isEqualTo(9);
        assertThat(one.orders).hasSize(1);
        assertThat(other.orders).hasSize(1);
        CommandRequest lost = one.orders.getFirst().isNewId() ? one.orders.getFirst() : other.orders.getFirst();
        CommandRequest again = lost == one.orders.getFirst() ? other.orders.getFirst() : one.orders.getFirst();
        assertThat(lost.isNewId()).isTrue();
        assertThat(again.isNewId()).isFalse();
        assertThat(again.requestId()).isNotNull().isEqualTo(lost.requestId());
    }

    @Test
    void a_node_that_returns_is_found_again() {
        PeerServer first = commandNode("c1", one, 0);
        one.decides = request -> done(1);
        send(RequestContext.defaults(), "k1");
        int port = first.port();
        first.close();
        assertThatThrownBy(() -> send(RequestContext.defaults(), "k1"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("no-command-node"));
        commandNode("c1", one, port);
        within(SOON, () -> backend.nodes().getFirst().up());
        send(RequestContext.defaults(), "k1");
    }

    @Test
    void a_node_that_has_to_stop_ends_its_work_first_and_begins_no_more() {
        CompletableFuture<CommandResult> slow = new CompletableFuture<>();
        PeerServer deciding = commandNode("c1", one, 0);
        one.decides = request -> slow;
        CompletableFuture<RevokedKey> sent = backend.send(
                        new Caller(7, "actor", RequestContext.defaults()), new RevokeKey(new KeyId(7, "k1")))
                .toFuture();
        within(SOON, () -> deciding.inFlight() == 1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(deciding::close);
        commandNode("c2", other, 0);
        other.decides = request -> done(2);
        within(SOON, () -> isUp("c2"));
        for (int i = 0; i < 10; i++) {
            send(RequestContext.defaults(), "k" + i);
        }
        assertThat(other.orders).hasSize(10);
        assertThat(one.orders).hasSize(1);
        slow.complete(new CommandResult(new RevokedKey("slow"), 5));
        assertThat(sent).succeedsWithin(SOON).isEqualTo(new RevokedKey("slow"));
        assertThat(closing).succeedsWithin(SOON);
    }

    @Test
    void the_control_stream_begins_at_the_start_and_ends_when_the_side_does_not_hear_from_the_log() {
        queryNode("q1", one, 0);
        one.control.tryEmitNext(new ControlMessage.Ready(4)).orThrow();
        List<ControlMessage> heard = new CopyOnWriteArrayList<>();
        Disposable following = follow(heard);
        within(SOON, () -> heard.contains(new ControlMessage.Ready(4)) && heard.contains(new ControlMessage.Pulse(0)));
        one.control.tryEmitNext(new ControlMessage.KeyRevoked("k")).orThrow();
        within(SOON, () -> heard.contains(new ControlMessage.KeyRevoked("k")));
        one.lateness = 5_000;
        within(SOON, following::isDisposed);
    }

    @Test
    void a_node_that_is_behind_the_log_is_left_for_another_however_often_it_is_met() {
        one.lateness = 5_000;
        one.control.tryEmitNext(new ControlMessage.Ready(4)).orThrow();
        other.control.tryEmitNext(new ControlMessage.Ready(6)).orThrow();
        queryNode("q1", one, 0);
        queryNode("q2", other, 0);
        bothUp();
        for (int i = 0; i < 8; i++) {
            List<ControlMessage> heard = new CopyOnWriteArrayList<>();
            Disposable following = backend.control()
                    .doOnNext(heard::add)
                    .retry(1)
                    .onErrorComplete()
                    .subscribe();
            within(SOON, () -> heard.contains(new ControlMessage.Pulse(0)));
            assertThat(following.isDisposed()).isFalse();
            following.dispose();
        }
    }

    @Test
    void while_all_query_nodes_are_late_one_of_them_is_followed_on() {
        one.lateness = 1_500;
        other.lateness = 1_500;
        queryNode("q1", one, 0);
        queryNode("q2", other, 0);
        bothUp();
        List<ControlMessage> heard = new CopyOnWriteArrayList<>();
        // The first one that is followed is left, since the other may be better.
        Disposable following = backend.control()
                .doOnNext(heard::add)
                .retry(1)
                .onErrorComplete()
                .subscribe();
        within(SOON, () -> heard.size() >= 5);
        assertThat(following.isDisposed()).isFalse();
        one.lateness = 5_000;
        other.lateness = 5_000;
        within(SOON, following::isDisposed);
    }

    @Test
    void a_node_that_has_to_be_started_anew_is_asked_nothing_while_there_is_another() {
        commandNode("c1", one, 0);
        commandNode("c2", other, 0);
        one.broken = true;
        one.decides = request -> done(1);
        other.decides = request -> done(2);
        bothUp();
        for (int i = 0; i < 10; i++) {
            send(RequestContext.defaults(), "k" + i);
        }
        assertThat(one.orders).isEmpty();
        assertThat(other.orders).hasSize(10);
    }

    @Test
    void a_node_with_a_wrong_clock_hands_over_and_goes_on_when_it_is_alone() {
        one.handsOver = true;
        one.decides = request -> done(1);
        other.decides = request -> done(2);
        commandNode("c1", one, 0);
        for (int i = 0; i < 5; i++) {
            send(RequestContext.defaults(), "alone" + i);
        }
        assertThat(one.orders).hasSize(5);
        PeerServer good = commandNode("c2", other, 0);
        within(SOON, () -> isUp("c2"));
        for (int i = 0; i < 10; i++) {
            send(RequestContext.defaults(), "k" + i);
        }
        assertThat(one.orders).hasSize(5);
        assertThat(other.orders).hasSize(10);
        good.close();
        send(RequestContext.defaults(), "last");
        assertThat(one.orders).hasSize(6);
    }

    @Test
    void the_control_stream_is_followed_anew_at_another_node() {
        PeerServer first = queryNode("q1", one, 0);
        one.control.tryEmitNext(new ControlMessage.Ready(4)).orThrow();
        List<ControlMessage> heard = new CopyOnWriteArrayList<>();
        Disposable following = follow(heard);
        within(SOON, () -> heard.contains(new ControlMessage.Ready(4)));
        queryNode("q2", other, 0);
        other.control.tryEmitNext(new ControlMessage.Ready(6)).orThrow();
        first.close();
        within(SOON, following::isDisposed);
        within(SOON, () -> isUp("q2") && !isUp("q1"));
        follow(heard);
        within(SOON, () -> heard.contains(new ControlMessage.Ready(6)));
    }

    @Test
    void news_of_an_account_are_pushed_and_end_with_the_node_or_when_it_hears_nothing_itself() {
        PeerServer first = queryNode("q1", one, 0);
        one.news.tryEmitNext(4L).orThrow();
        List<Long> heard = new CopyOnWriteArrayList<>();
        Disposable following = followNews(heard);
        within(SOON, () -> heard.contains(7_004L));
        one.news.tryEmitNext(5L).orThrow();
        within(SOON, () -> heard.contains(7_005L));
        one.lateness = 5_000;
        within(SOON, following::isDisposed);
        one.lateness = 0;
        Disposable again = followNews(heard);
        queryNode("q2", other, 0);
        other.news.tryEmitNext(6L).orThrow();
        first.close();
        within(SOON, () -> again.isDisposed() && isUp("q2") && !isUp("q1"));
        followNews(heard);
        within(SOON, () -> heard.contains(7_006L));
    }

    @Test
    void joins_are_reported_to_the_eldest_node_and_to_the_next_one_when_it_is_lost() {
        PeerServer first = queryNode("q1", one, 0);
        within(SOON, () -> isUp("q1"));
        LockSupport.parkNanos(5_000_000);
        queryNode("q2", other, 0);
        within(SOON, () -> isUp("q2"));
        List<PresenceNews> heard = new CopyOnWriteArrayList<>();
        Sinks.Many<PresenceReport> reports = Sinks.many().unicast().onBackpressureBuffer();
        Disposable following = followPresence(reports, heard);
        PresenceReport.Present present =
                new PresenceReport.Present("a", 7, "fan:5", 5L, 12, false, List.of("control:room:1"));
        reports.tryEmitNext(present).orThrow();
        within(SOON, () -> heard.contains(new PresenceNews.Members(7, "control:room:1", 1)));
        reports.tryEmitNext(new PresenceReport.Gone("a")).orThrow();
        within(SOON, () -> one.reports.equals(List.of(present, new PresenceReport.Gone("a"))));
        first.closeAbruptly();
        within(SOON, following::isDisposed);
        within(SOON, () -> one.endedChannels.get() == 1);
        within(SOON, () -> !isUp("q1"));
        Sinks.Many<PresenceReport> again = Sinks.many().unicast().onBackpressureBuffer();
        Disposable next = followPresence(again, heard);
        again.tryEmitNext(present.again()).orThrow();
        within(SOON, () -> other.reports.equals(List.of(present.again())));
        next.dispose();
        within(SOON, () -> other.endedChannels.get() == 1);
    }

    private Disposable followPresence(Sinks.Many<PresenceReport> reports, List<PresenceNews> heard) {
        return backend.presence(reports.asFlux())
                .doOnNext(heard::add)
                .onErrorComplete()
                .subscribe();
    }

    @Test
    void without_any_node_a_call_is_refused_long_before_a_caller_gives_up() {
        long began = System.nanoTime();
        assertThatThrownBy(() -> ask(new FindKeys(7)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
    }

    private Disposable follow(List<ControlMessage> heard) {
        within(SOON, () -> backend.nodes().stream().anyMatch(Backend.Node::up));
        return backend.control().doOnNext(heard::add).onErrorComplete().subscribe();
    }

    private Disposable followNews(List<Long> heard) {
        within(SOON, () -> backend.nodes().stream().anyMatch(Backend.Node::up));
        return backend.news(7).doOnNext(heard::add).onErrorComplete().subscribe();
    }

    private boolean isUp(String name) {
        return backend.nodes().stream().anyMatch(node -> node.up() && name.equals(node.node()));
    }

    private void bothUp() {
        within(SOON, () -> backend.nodes().stream().filter(Backend.Node::up).count() == 2);
    }

    /** As a process that is killed: its connections end, and it answers nothing. */
    private static CompletableFuture<CommandResult> die(PeerServer server) {
        server.closeAbruptly();
        return new CompletableFuture<>();
    }

    private static CompletableFuture<CommandResult> done(long position) {
        return CompletableFuture.completedFuture(new CommandResult(new RevokedKey("k1"), position));
    }

    private RevokedKey send(RequestContext context, String key) {
        return backend.send(new Caller(7, "actor", context), new RevokeKey(new KeyId(7, key)))
                .block(SOON);
    }

    private List<ApiKey> ask(FindKeys query) {
        return backend.ask(new Caller(7, "actor", RequestContext.defaults()), query)
                .block(SOON);
    }

    private PeerServer commandNode(String name, FakeSides side, int port) {
        PeerServer server = PeerServer.of((CommandSide) side, "127.0.0.1", port, name, SECRET, PeerTls.NONE);
        commandNodes.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        open.add(server);
        return server;
    }

    private PeerServer queryNode(String name, FakeSides side, int port) {
        PeerServer server =
                PeerServer.of(side, () -> side.lateness <= 1_000, "127.0.0.1", port, name, SECRET, PeerTls.NONE);
        queryNodes.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        open.add(server);
        return server;
    }

    private static void within(Duration patience, BooleanSupplier happens) {
        long end = System.nanoTime() + patience.toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
