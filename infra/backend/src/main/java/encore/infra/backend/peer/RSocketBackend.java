package encore.infra.backend.peer;

import encore.infra.backend.Backend;
import encore.infra.backend.Call;
import encore.infra.backend.Caller;
import encore.infra.backend.Control;
import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.Refusal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Both sides over RSocket. A command goes to the node that its stream belongs to, a query to one that is not busy; what
 * is lost on the way is sent to another node, a command under the id that it was sent with first, so it is honoured once.
 */
public final class RSocketBackend implements Backend, AutoCloseable {

    private static final Duration COMMAND_DEADLINE = Duration.ofSeconds(10);
    private static final Duration QUERY_DEADLINE = Duration.ofSeconds(10);

    /** For as long a call waits for a node to appear before it is refused. */
    private static final Duration WITHOUT_NODE = Duration.ofMillis(1_500);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final MessageCatalogue catalogue = MessageCatalogue.load();
    private final PeerNodes commands;
    private final PeerNodes queries;

    /** @param self this gateway's name, for the logs of others */
    public RSocketBackend(Targets commandNodes, Targets queryNodes, String self, ClusterSecret secret) {
        this(commandNodes::resolve, queryNodes::resolve, self, secret);
    }

    RSocketBackend(
            Supplier<Set<InetSocketAddress>> commandNodes,
            Supplier<Set<InetSocketAddress>> queryNodes,
            String self,
            ClusterSecret secret) {
        commands = new PeerNodes(CommandAnswering.SIDE, commandNodes, self, secret);
        queries = new PeerNodes(QueryAnswering.SIDE, queryNodes, self, secret);
    }

    @Override
    @SuppressWarnings("unchecked") // Command<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> send(Caller caller, Command<R> command) {
        return Mono.defer(() -> {
            MessageCatalogue.Entry entry = catalogue.of(command);
            String stream = command.stream().toString();
            String given = caller.call().nextRequestId();
            String id = given == null ? UUID.randomUUID().toString() : given;
            byte[] body = Cbor.write(command);
            Trip trip = new Trip(COMMAND_DEADLINE, tried -> commands.forKey(stream, tried), "command");
            return trip.go(
                            entry.route(),
                            body,
                            () -> new Heads.OrderHead(
                                    caller.account(),
                                    caller.actor(),
                                    id,
                                    caller.call().fingerprint(),
                                    caller.call().minPosition(),
                                    given != null || trip.lost,
                                    trip.left().toMillis()))
                    .map(reply -> {
                        caller.call().reached(reply.number());
                        return (R) entry.readsAnswer().readValue(reply.body());
                    });
        });
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        return Mono.defer(() -> {
            MessageCatalogue.Entry entry = catalogue.of(query);
            Call call = caller.call();
            Trip trip = new Trip(QUERY_DEADLINE.plus(call.patience()), queries::lessBusy, "query");
            return trip.go(
                            entry.route(),
                            Cbor.write(query),
                            () -> new Heads.QuestionHead(
                                    call.minPosition(),
                                    call.patience().toMillis(),
                                    call.strict(),
                                    trip.left().toMillis()))
                    .map(reply -> {
                        call.lagged(reply.number());
                        return (R) entry.readsAnswer().readValue(reply.body());
                    });
        });
    }

    /** From any one query node; it fails when that falls silent, and whoever follows begins anew with another. */
    @Override
    public Flux<Control> control() {
        return Flux.defer(() -> {
            PeerNode node = queries.lessBusy(Set.of());
            if (node == null) {
                return Flux.error(new PeerNode.Lost("no query node", null));
            }
            return node.follow(QueryAnswering.CONTROL)
                    .timeout(SILENCE)
                    .takeWhile(reply -> reply.kind() != Reply.Kind.LEAVING)
                    .map(reply -> reply.kind() == Reply.Kind.PULSE
                            ? new Control.Pulse()
                            : Cbor.read(reply.body(), Control.class));
        });
    }

    @Override
    public List<Node> nodes() {
        return Stream.concat(commands.seen().stream(), queries.seen().stream()).toList();
    }

    @Override
    public void close() {
        commands.close();
        queries.close();
    }

    /** One message on its way, from node to node until one answers. */
    private static final class Trip {

        private final long end;
        private final Function<Set<PeerNode>, @Nullable PeerNode> next;
        private final String side;
        private final Set<PeerNode> tried = new HashSet<>();
        private volatile long patientUntil;
        private volatile boolean lost;

        Trip(Duration deadline, Function<Set<PeerNode>, @Nullable PeerNode> next, String side) {
            this.end = System.nanoTime() + deadline.toNanos();
            this.next = next;
            this.side = side;
        }

        Duration left() {
            return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        }

        Mono<Reply> go(String route, byte[] body, Supplier<Object> head) {
            patientUntil = System.nanoTime() + WITHOUT_NODE.toNanos();
            return step(route, body, head)
                    .timeout(left(), Mono.error(Reply::late))
                    .flatMap(reply -> switch (reply.kind()) {
                        case ANSWER -> Mono.just(reply);
                        case REFUSED -> Mono.error(reply.refusal());
                        default -> Mono.error(new IllegalStateException("A node failed at " + route));
                    });
        }

        private Mono<Reply> step(String route, byte[] body, Supplier<Object> head) {
            return Mono.defer(() -> {
                PeerNode node = next.apply(tried);
                if (node == null) {
                    return later(route, body, head);
                }
                return node.request(route, Cbor.write(head.get()), body)
                        .flatMap(reply -> {
                            if (reply.kind() == Reply.Kind.LEAVING) {
                                tried.add(node);
                                return step(route, body, head);
                            }
                            return Mono.just(reply);
                        })
                        .onErrorResume(
                                PeerNode.Full.class,
                                full -> Mono.error(unavailable("busy", "Too much at once: try again.")))
                        .onErrorResume(PeerNode.Lost.class, failure -> {
                            lost = true;
                            patientUntil = System.nanoTime() + WITHOUT_NODE.toNanos();
                            tried.add(node);
                            return step(route, body, head);
                        });
            });
        }

        /** Nobody is there who was not tried: the next may be a moment away. */
        private Mono<Reply> later(String route, byte[] body, Supplier<Object> head) {
            if (System.nanoTime() - patientUntil > 0) {
                return Mono.error(unavailable("no-" + side + "-node", "A part of the service is away: try again."));
            }
            tried.clear();
            return Mono.delay(LOOK_AGAIN).flatMap(again -> step(route, body, head));
        }

        private static Refusal unavailable(String type, String sentence) {
            return new Refusal(Refusal.Kind.UNAVAILABLE, type, sentence);
        }
    }
}
