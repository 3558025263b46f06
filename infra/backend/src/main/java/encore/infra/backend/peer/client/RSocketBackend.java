package encore.infra.backend.peer.client;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandSide;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.IfMatch;
import encore.infra.backend.Pace;
import encore.infra.backend.RequestContext;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.errors.ErrorGuard;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerAnswer;
import encore.infra.backend.peer.PeerMetadata;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.CommandController;
import encore.infra.backend.peer.server.QueryController;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.Refusal;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.exceptions.RejectedException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final Duration NODE_WAIT = Duration.ofMillis(1_500);

    private static final Duration RETRY_PAUSE = Duration.ofMillis(20);
    private static final Duration ELDEST_CHECK_INTERVAL = Duration.ofMillis(500);
    private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(1);

    /** A query node that is later than this is left, though no other is less late. */
    private static final Duration MAX_LATENESS = Duration.ofSeconds(3);

    private static final long AVOIDED_FOR = Duration.ofSeconds(10).toNanos();

    /** The refusals of a node that cannot reach its store; another node may. */
    private static final Set<String> STORE_UNREACHABLE_TYPES =
            Set.of(CommandSide.NOT_STORED, CommandSide.OUTCOME_UNKNOWN);

    private final MessageCatalogue catalogue = MessageCatalogue.load();
    private final String self;
    private final PeerNodes commands;
    private final PeerNodes queries;

    /** Query nodes that were followed lately and fell silent or behind, and when. Other nodes come first. */
    private final Map<PeerNode, Long> staleSince = new ConcurrentHashMap<>();

    /** @param self this gateway's name in the logs of other nodes */
    public RSocketBackend(
            NodeAddresses commandNodes, NodeAddresses queryNodes, String self, ClusterSecret secret, PeerTls tls) {
        this(commandNodes::resolve, queryNodes::resolve, self, secret, tls);
    }

    public RSocketBackend(
            Supplier<Set<InetSocketAddress>> commandNodes,
            Supplier<Set<InetSocketAddress>> queryNodes,
            String self,
            ClusterSecret secret,
            PeerTls tls) {
        this.self = self;
        commands = new PeerNodes(CommandController.SIDE, commandNodes, self, secret, tls);
        queries = new PeerNodes(QueryController.SIDE, queryNodes, self, secret, tls);
    }

    @Override
    @SuppressWarnings("unchecked") // Command<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> send(Caller caller, Command<R> command) {
        return ErrorGuard.of(Mono.defer(() -> {
            String given = caller.context().nextRequestId();
            String id = given == null ? UUID.randomUUID().toString() : given;
            IfMatch ifMatch = caller.context().takeIfMatch();
            RoutedRequest routed = new RoutedRequest(COMMAND_DEADLINE, commands::longestServing, "command");
            routed.needsIfMatch = ifMatch != null;
            return routed.send(
                            catalogue.of(command),
                            command,
                            () -> new PeerMetadata.CommandMetadata(
                                    caller.account(),
                                    caller.actor(),
                                    id,
                                    caller.context().fingerprint(),
                                    caller.context().minPosition(),
                                    given == null && !routed.sentBefore,
                                    routed.remaining().toMillis(),
                                    ifMatch == null ? null : ifMatch.position()),
                            PeerMetadata.CommandMetadata.TYPE)
                    .map(peerAnswer -> {
                        Object done = peerAnswer.get();
                        caller.context().recordCommand(peerAnswer.number(), Boolean.TRUE.equals(peerAnswer.isRepeat()));
                        return (R) done;
                    });
        }));
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the catalogue knows its type.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        return ErrorGuard.of(Mono.deferContextual(subscriber -> {
            RequestContext context = caller.context();
            RoutedRequest routed =
                    new RoutedRequest(QUERY_DEADLINE.plus(context.maxWait()), queries::lessBusy, "query");
            return routed.send(
                            catalogue.of(query),
                            query,
                            () -> new PeerMetadata.QueryMetadata(
                                    context.minPosition(),
                                    context.maxWait().toMillis(),
                                    context.strict(),
                                    Pace.of(subscriber),
                                    routed.remaining().toMillis()),
                            PeerMetadata.QueryMetadata.TYPE)
                    .map(peerAnswer -> {
                        Object found = peerAnswer.get();
                        context.recordLag(peerAnswer.number());
                        context.recordRead(Objects.requireNonNullElse(peerAnswer.readAt(), 0L));
                        return (R) found;
                    });
        }));
    }

    /**
     * Follows one query node. The stream ends when that node stops, and fails when the node falls silent, or has not
     * heard from the log for a second while another node may be better. The caller then subscribes again. When all nodes
     * are late, which is a stall and no loss, one of them is followed on until it is three seconds late.
     */
    @Override
    public Flux<ControlMessage> control() {
        return ErrorGuard.of(Flux.defer(() -> {
            PeerNode node = queries.lessBusy(staleNodes());
            if (node == null) {
                staleSince.clear();
                node = queries.lessBusy(Set.of());
            }
            return node == null ? Flux.error(new PeerNode.AnswerLost("no query node", null)) : control(node);
        }));
    }

    private Flux<ControlMessage> control(PeerNode node) {
        return node.control()
                .timeout(SILENCE_TIMEOUT)
                .doOnNext(message -> {
                    if (message instanceof ControlMessage.Pulse pulse && isTooLate(node, pulse.age())) {
                        throw new PeerNode.AnswerLost("it does not hear from the log", null);
                    }
                })
                .doOnError(failure -> staleSince.put(node, System.nanoTime()));
    }

    private boolean isTooLate(PeerNode node, long age) {
        if (age <= SILENCE_TIMEOUT.toMillis()) {
            return false;
        }
        Set<PeerNode> worse = staleNodes();
        worse.add(node);
        return age > MAX_LATENESS.toMillis() || queries.lessBusy(worse) != null;
    }

    private Set<PeerNode> staleNodes() {
        staleSince.values().removeIf(since -> System.nanoTime() - since > AVOIDED_FOR);
        return new HashSet<>(staleSince.keySet());
    }

    /** Follows one query node. The stream ends when that node stops, falls silent, or no longer hears from the log. */
    @Override
    public Flux<Long> news(long account) {
        return ErrorGuard.of(Flux.defer(() -> {
            PeerNode node = queries.lessBusy(Set.of());
            return node == null ? Flux.error(new PeerNode.AnswerLost("no query node", null)) : node.news(account);
        }));
    }

    /**
     * Reports to the query node that has answered for longest, as all gateways do. The stream ends when that is another
     * node.
     */
    @Override
    public Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return atEldest(node -> node.presence(reports));
    }

    /** Joins this gateway to the others at the query node that has answered for longest, as all gateways do. */
    @Override
    public Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return atEldest(node -> node.calls(reports));
    }

    @Override
    public String self() {
        return self;
    }

    private <T> Flux<T> atEldest(Function<PeerNode, Flux<T>> stream) {
        return ErrorGuard.of(Flux.defer(() -> {
            PeerNode node = queries.eldest(Set.of());
            return node == null
                    ? Flux.error(new PeerNode.AnswerLost("no query node", null))
                    : stream.apply(node)
                            .takeUntilOther(Flux.interval(ELDEST_CHECK_INTERVAL)
                                    .onBackpressureDrop()
                                    .filter(tick -> queries.eldest(Set.of()) != node)
                                    .next());
        }));
    }

    @Override
    public List<Node> nodes() {
        return Stream.concat(commands.statuses().stream(), queries.statuses().stream())
                .toList();
    }

    @Override
    public void close() {
        commands.close();
        queries.close();
    }

    /** Sends one message to node after node until one answers. */
    private static final class RoutedRequest {

        private final long deadline;
        private final Function<Set<PeerNode>, @Nullable PeerNode> nextNode;
        private final String side;
        private final Set<PeerNode> tried = new HashSet<>();
        private volatile long giveUpAt;
        private volatile boolean sentBefore;

        /** Whether the message has a precondition, which nodes of older builds would overlook. */
        private volatile boolean needsIfMatch;

        RoutedRequest(Duration deadline, Function<Set<PeerNode>, @Nullable PeerNode> next, String side) {
            this.deadline = System.nanoTime() + deadline.toNanos();
            this.nextNode = next;
            this.side = side;
        }

        Duration remaining() {
            return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        }

        Mono<PeerAnswer<Object>> send(
                MessageCatalogue.MessageRoute messageRoute,
                Object message,
                Supplier<Object> metadata,
                MimeType metadataType) {
            giveUpAt = System.nanoTime() + NODE_WAIT.toNanos();
            return tryNext(node -> node.request(messageRoute, message, metadata.get(), metadataType))
                    .timeout(remaining(), Mono.error(PeerAnswer::timeoutRefusal))
                    .onErrorMap(
                            ApplicationErrorException.class,
                            fault -> new IllegalStateException("A node failed at " + messageRoute.route()));
        }

        private Mono<PeerAnswer<Object>> tryNext(Function<PeerNode, Mono<PeerAnswer<Object>>> request) {
            return Mono.defer(() -> {
                PeerNode node = nextNode.apply(tried);
                if (node == null) {
                    return retryLater(request);
                }
                if (needsIfMatch && !node.checksIfMatch()) {
                    return Mono.error(unavailable(
                            "if-match-not-checked",
                            "An upgrade is under way, and If-Match cannot be checked yet: try again later."));
                }
                return request.apply(node)
                        .doOnNext(peerAnswer -> {
                            // A refusal does not say it.
                            if (peerAnswer.refused() == null) {
                                node.noteHandOver(Boolean.TRUE.equals(peerAnswer.handsOver()));
                            }
                        })
                        .flatMap(peerAnswer ->
                                shouldTryAnother(node, peerAnswer) ? tryNext(request) : Mono.just(peerAnswer))
                        .onErrorResume(RejectedException.class, stops -> {
                            tried.add(node);
                            return tryNext(request);
                        })
                        .onErrorResume(
                                PeerNode.TooManyInFlight.class,
                                tooManyInFlight ->
                                        Mono.error(unavailable("busy", "Too many requests at once: try again.")))
                        .onErrorResume(PeerNode.AnswerLost.class, failure -> {
                            sentBefore = true;
                            giveUpAt = System.nanoTime() + NODE_WAIT.toNanos();
                            tried.add(node);
                            return tryNext(request);
                        });
            });
        }

        /**
         * Returns whether to try another node, because this one cannot reach its store and there is another that may. A
         * refusal for lack of room is no reason: a second writer would take room from both.
         */
        private boolean shouldTryAnother(PeerNode node, PeerAnswer<Object> peerAnswer) {
            PeerAnswer.TransferredRefusal transferredRefusal = peerAnswer.refused();
            if (transferredRefusal == null || !STORE_UNREACHABLE_TYPES.contains(transferredRefusal.type())) {
                return false;
            }
            node.markDoubted();
            sentBefore = true;
            tried.add(node);
            return nextNode.apply(tried) != null;
        }

        /**
         * Waits a moment and tries all nodes again, as a node may be about to appear. Refuses when the wait has taken
         * too long.
         */
        private Mono<PeerAnswer<Object>> retryLater(Function<PeerNode, Mono<PeerAnswer<Object>>> request) {
            if (System.nanoTime() - giveUpAt > 0) {
                return Mono.error(unavailable("no-" + side + "-node", "A part of the service is away: try again."));
            }
            tried.clear();
            return Mono.delay(RETRY_PAUSE).flatMap(tick -> tryNext(request));
        }

        private static Refusal unavailable(String type, String sentence) {
            return new Refusal(Refusal.Kind.UNAVAILABLE, type, sentence);
        }
    }
}
