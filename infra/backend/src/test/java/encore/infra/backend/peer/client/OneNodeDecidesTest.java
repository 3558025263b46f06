package encore.infra.backend.peer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.RequestContext;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.FakeSides;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.kernel.Refusal;
import encore.kernel.accounts.KeyCommand.RevokeKey;
import encore.kernel.accounts.KeyId;
import encore.kernel.accounts.RevokedKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All gateways send their commands to one command node, the one that has answered for longest. */
class OneNodeDecidesTest {

    private static final ClusterSecret SECRET = new ClusterSecret("the cluster secret that the tests share");
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Set<InetSocketAddress> nodes = ConcurrentHashMap.newKeySet();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final FakeSides young = deciding();
    private final FakeSides old = deciding();
    private final FakeSides oldest = deciding();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void commands_to_many_streams_from_two_gateways_go_to_the_node_that_has_answered_for_longest() {
        node("c1", young, 300);
        node("c2", oldest, 100);
        node("c3", old, 200);
        sendManyFromTwoGateways(3);
        assertThat(oldest.orders).hasSize(40);
        assertThat(old.orders).isEmpty();
        assertThat(young.orders).isEmpty();
    }

    @Test
    void of_nodes_that_began_at_once_the_first_by_name_is_taken() {
        node("c2", young, 100);
        node("c1", old, 100);
        sendManyFromTwoGateways(2);
        assertThat(old.orders).hasSize(40);
        assertThat(young.orders).isEmpty();
    }

    @Test
    void one_that_is_lost_is_followed_by_the_next_oldest_and_comes_back_as_the_youngest() {
        PeerServer first = node("c1", oldest, 100);
        node("c2", old, 200);
        node("c3", young, 300);
        RSocketBackend gateway = gateway();
        up(gateway, 3);
        sendMany(gateway);
        int port = first.port();
        first.closeAbruptly();
        up(gateway, 2);
        sendMany(gateway);
        assertThat(old.orders).hasSize(20);
        node("c1", oldest, 400, port);
        up(gateway, 3);
        sendMany(gateway);
        assertThat(oldest.orders).hasSize(20);
        assertThat(old.orders).hasSize(40);
        assertThat(young.orders).isEmpty();
    }

    @Test
    void one_that_comes_later_does_not_take_over() {
        node("c1", old, 100);
        RSocketBackend gateway = gateway();
        up(gateway, 1);
        sendMany(gateway);
        node("c0", young, 200);
        up(gateway, 2);
        sendMany(gateway);
        assertThat(old.orders).hasSize(40);
        assertThat(young.orders).isEmpty();
    }

    @Test
    void a_command_that_a_node_cannot_store_is_decided_by_the_next_under_the_same_request_id() {
        isDecidedByTheNext(CommandSide.NOT_STORED);
    }

    @Test
    void so_is_what_a_node_does_not_know_to_be_stored() {
        isDecidedByTheNext(CommandSide.OUTCOME_UNKNOWN);
    }

    private void isDecidedByTheNext(String type) {
        node("c1", old, 100);
        node("c2", young, 200);
        old.decides = request -> refused(type);
        RSocketBackend gateway = gateway();
        up(gateway, 2);
        sendMany(gateway);
        assertThat(young.orders).hasSize(20);
        assertThat(young.orders.getFirst().isNewId()).isFalse();
        assertThat(young.orders.getFirst().requestId())
                .isEqualTo(old.orders.getFirst().requestId());
        assertThat(old.orders).as("for a while it is not asked").hasSizeLessThan(20);
        old.decides = young.decides;
        old.orders.clear();
        await("then it decides again").atMost(SOON).until(() -> {
            send(gateway, "k3");
            return !old.orders.isEmpty();
        });
    }

    @Test
    void when_no_node_gets_to_its_store_that_is_what_is_said() {
        node("c1", old, 100);
        node("c2", young, 200);
        old.decides = request -> refused(CommandSide.NOT_STORED);
        young.decides = request -> refused(CommandSide.NOT_STORED);
        RSocketBackend gateway = gateway();
        up(gateway, 2);
        assertThatThrownBy(() -> send(gateway, "k1"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo(CommandSide.NOT_STORED));
        assertThat(old.orders).hasSize(1);
        assertThat(young.orders).hasSize(1);
    }

    @Test
    void a_lack_of_room_is_answered_and_makes_no_second_writer() {
        node("c1", old, 100);
        node("c2", young, 200);
        old.decides = request -> refused("busy");
        RSocketBackend gateway = gateway();
        up(gateway, 2);
        assertThatThrownBy(() -> send(gateway, "k1"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("busy"));
        assertThat(young.orders).isEmpty();
    }

    private static FakeSides deciding() {
        FakeSides sides = new FakeSides();
        Function<CommandRequest, CompletableFuture<CommandResult>> done =
                request -> CompletableFuture.completedFuture(new CommandResult(new RevokedKey("k"), 1));
        sides.decides = done;
        return sides;
    }

    private static CompletableFuture<CommandResult> refused(String type) {
        return CompletableFuture.failedFuture(new Refusal(Refusal.Kind.UNAVAILABLE, type, "Try again."));
    }

    private void sendManyFromTwoGateways(int nodes) {
        for (RSocketBackend gateway : List.of(gateway(), gateway())) {
            up(gateway, nodes);
            sendMany(gateway);
        }
    }

    private static void sendMany(RSocketBackend gateway) {
        for (int i = 0; i < 20; i++) {
            send(gateway, "k" + i);
        }
    }

    private static void send(RSocketBackend gateway, String key) {
        gateway.send(new Caller(7, "actor", RequestContext.defaults()), new RevokeKey(new KeyId(7, key)))
                .block(SOON);
    }

    private static void up(RSocketBackend gateway, int many) {
        await().atMost(SOON)
                .until(() -> gateway.nodes().stream().filter(Backend.Node::up).count() == many);
    }

    private RSocketBackend gateway() {
        RSocketBackend gateway = new RSocketBackend(() -> nodes, Set::of, "gateway@test", SECRET, PeerTls.NONE);
        open.add(gateway);
        return gateway;
    }

    private PeerServer node(String name, FakeSides side, long since) {
        return node(name, side, since, 0);
    }

    private PeerServer node(String name, FakeSides side, long since, int port) {
        PeerServer server = PeerServer.of(side, "127.0.0.1", port, name, since, SECRET, PeerTls.NONE);
        nodes.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        open.add(server);
        return server;
    }
}
