package encore.infra.backend.peer;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandSide;
import encore.infra.backend.Control;
import encore.infra.backend.RequestContext;
import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.Refusal;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.exceptions.RejectedException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reaches both sides over RSocket. Commands go to the node that has answered for longest, because writers of one log
 * get in each other's way; a query goes to a node that is not busy. A request that is lost is sent to the next node,
 * and so is a command to a node that cannot reach its store. A command keeps its id, so it is carried out once.
 */
public final class RSocketBackend implements Backend, AutoCloseable {

    private static final Duration COMMAND_DEADLINE = Duration.ofSeconds(10);
    private static final Duration QUERY_DEADLINE = Duration.ofSeconds(10);

    /** The time that a call waits for a node to appear before it is refused. */
    private static final Duration WITHOUT_NODE = Duration.ofMillis(1_500);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Duration SILENCE = Duration.ofSeconds(1);

    /** The refusals of a node that cannot reach its store; another node may. */
    private static final Set<String> WITHOUT_STORE = Set.of(CommandSide.NOT_STORED, CommandSide.OUTCOME_UNKNOWN);

    private final MessageCatalogue catalogue = MessageCatalogue.load();
    private final PeerNodes commands;
    private final PeerNodes queries;

    /** Query nodes that were followed lately and fell silent or behind. Other nodes come first. */
    private final Set<PeerNode> stale = ConcurrentHashMap.newKeySet();

    /** @param self this gateway's name in the logs of other nodes */
    public RSocketBackend(Targets commandNodes, Targets queryNodes, String self, ClusterSecret secret, PeerTls tls) {
        this(commandNodes::resolve, queryNodes::resolve, self, secret, tls);
    }

    RSocketBackend(
            Supplier<Set<InetSocketAddress>> commandNodes,
            Supplier<Set<InetSocketAddress>> queryNodes,
            String self,
            ClusterSecret secret,
            PeerTls tls) {
        commands = new PeerNodes(CommandController.SIDE, commandNodes, self, secret, tls);
        queries = new PeerNodes(QueryController.SIDE, queryNodes, self, secret, tls);
    }

    @Override
    @SuppressWarnings("unchecked") // Command<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> send(Caller caller, Command<R> command) {
        return Mono.defer(() -> {
            String given = caller.call().nextRequestId();
            String id = given == null ? UUID.randomUUID().toString() : given;
            Trip trip = new Trip(COMMAND_DEADLINE, commands::eldest, "command");
            return trip.go(
                            catalogue.of(command),
                            command,
                            () -> new Heads.OrderHead(
                                    caller.account(),
                                    caller.actor(),
                                    id,
                                    caller.call().fingerprint(),
                                    caller.call().minPosition(),
                                    given != null || trip.lost,
                                    trip.left().toMillis()),
                            Heads.OrderHead.TYPE)
                    .map(answer -> {
                        Object done = answer.get();
                        caller.call().reached(answer.number());
                        return (R) done;
                    });
        });
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        return Mono.defer(() -> {
            RequestContext call = caller.call();
            Trip trip = new Trip(QUERY_DEADLINE.plus(call.patience()), queries::lessBusy, "query");
            return trip.go(
                            catalogue.of(query),
                            query,
                            () -> new Heads.QuestionHead(
                                    call.minPosition(),
                                    call.patience().toMillis(),
                                    call.strict(),
                                    trip.left().toMillis()),
                            Heads.QuestionHead.TYPE)
                    .map(answer -> {
                        Object found = answer.get();
                        call.lagged(answer.number());
                        return (R) found;
                    });
        });
    }

    /**
     * Follows one query node. The stream ends when that node stops, and fails when the node falls silent or has not
     * heard from the log for a second. The caller then subscribes again, and gets another node if there is one.
     */
    @Override
    public Flux<Control> control() {
        return Flux.defer(() -> {
            PeerNode node = queries.lessBusy(stale);
            if (node == null) {
                stale.clear();
                node = queries.lessBusy(Set.of());
            }
            return node == null ? Flux.error(new PeerNode.Lost("no query node", null)) : control(node);
        });
    }

    private Flux<Control> control(PeerNode node) {
        return node.control()
                .timeout(SILENCE)
                .doOnNext(told -> {
                    if (told instanceof Control.Pulse pulse && pulse.age() > SILENCE.toMillis()) {
                        throw new PeerNode.Lost("it does not hear from the log", null);
                    }
                })
                .doOnError(failure -> stale.add(node));
    }

    /** Follows one query node. The stream ends when that node stops, falls silent, or no longer hears from the log. */
    @Override
    public Flux<Long> news(long account) {
        return Flux.defer(() -> {
            PeerNode node = queries.lessBusy(Set.of());
            return node == null ? Flux.error(new PeerNode.Lost("no query node", null)) : node.news(account);
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

    /** Sends one message to node after node until one answers. */
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

        Mono<Answer<Object>> go(
                MessageCatalogue.Entry entry, Object message, Supplier<Object> head, MimeType headType) {
            patientUntil = System.nanoTime() + WITHOUT_NODE.toNanos();
            return step(node -> node.request(entry, message, head.get(), headType))
                    .timeout(left(), Mono.error(Answer::late))
                    .onErrorMap(
                            ApplicationErrorException.class,
                            fault -> new IllegalStateException("A node failed at " + entry.route()));
        }

        private Mono<Answer<Object>> step(Function<PeerNode, Mono<Answer<Object>>> request) {
            return Mono.defer(() -> {
                PeerNode node = next.apply(tried);
                if (node == null) {
                    return later(request);
                }
                return request.apply(node)
                        .flatMap(answer -> mayGoElsewhere(node, answer) ? step(request) : Mono.just(answer))
                        .onErrorResume(RejectedException.class, stops -> {
                            tried.add(node);
                            return step(request);
                        })
                        .onErrorResume(
                                PeerNode.Full.class,
                                full -> Mono.error(unavailable("busy", "Too many requests at once: try again.")))
                        .onErrorResume(PeerNode.Lost.class, failure -> {
                            lost = true;
                            patientUntil = System.nanoTime() + WITHOUT_NODE.toNanos();
                            tried.add(node);
                            return step(request);
                        });
            });
        }

        /**
         * Returns whether to try another node, because this one cannot reach its store and there is another that may. A
         * refusal for lack of room is no reason: a second writer would take room from both.
         */
        private boolean mayGoElsewhere(PeerNode node, Answer<Object> answer) {
            Answer.Refused refused = answer.refused();
            if (refused == null || !WITHOUT_STORE.contains(refused.type())) {
                return false;
            }
            node.doubt();
            lost = true;
            tried.add(node);
            return next.apply(tried) != null;
        }

        /**
         * Waits a moment and tries all nodes again, as a node may be about to appear. Refuses when the wait has taken
         * too long.
         */
        private Mono<Answer<Object>> later(Function<PeerNode, Mono<Answer<Object>>> request) {
            if (System.nanoTime() - patientUntil > 0) {
                return Mono.error(unavailable("no-" + side + "-node", "A part of the service is away: try again."));
            }
            tried.clear();
            return Mono.delay(LOOK_AGAIN).flatMap(again -> step(request));
        }

        private static Refusal unavailable(String type, String sentence) {
            return new Refusal(Refusal.Kind.UNAVAILABLE, type, sentence);
        }
    }
}
