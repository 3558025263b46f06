package encore.infra.backend.egress;

import encore.infra.backend.egress.EgressFailure.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.ssl.SslContext;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * Calls hosts that customers name. It connects only to the address that it checked ({@link EgressRules}), follows a
 * redirect only in a read that says so, sends no cookie, uses no proxy, and gives up on a host that is slow or says too much. Each account has its own
 * connections to a host and its own share of the look-ups, so slow hosts of one account hold up no other.
 */
public final class EgressClient implements AutoCloseable {

    private static final int OK = 200;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    /** The connections of one account to one host. */
    private static final int CONNECTIONS_OF_HOST = 20;

    /** The calls of an account that wait for one host: each of its 20 webhooks makes 20 calls at a time. */
    private static final int WAITING_CALLS = 400;

    private static final Duration IDLE = Duration.ofSeconds(10);

    /** After this time without a call the pool of an account and a host is removed. */
    private static final Duration IDLE_POOL = Duration.ofMinutes(1);

    private static final int CONNECT_MILLIS = 5_000;
    private static final String NAME = "Encore";

    /** Look-ups block, and those of a dead name server for long. Each call gives up by its own timeout. */
    private static final int LOOKUP_THREADS = 64;

    /** The bytes of an answer to a post that are read, so that the connection can be used again. */
    private static final int DISCARDED_BYTES = 64 << 10;

    /** How long an answer to a post may go on after its head. */
    private static final Duration DISCARDING = Duration.ofSeconds(1);

    private final EgressRules rules;
    private final GuardedResolver.NameLookup lookup;
    private final @Nullable SslContext trust;
    private final ThreadPoolExecutor lookups;
    private final Map<Long, AccountClient> clients = new ConcurrentHashMap<>();

    /** The client of one account. */
    private record AccountClient(ConnectionProvider connections, HttpClient client) {}

    /**
     * The bounds of one call.
     *
     * @param timeout of all hosts of a call together
     * @param maxRedirects how many redirects of a read are followed. Each address is checked like the first one.
     */
    public record CallBounds(Duration timeout, int maxBytes, int maxRedirects) {

        /** Follows no redirect. */
        public CallBounds(Duration timeout, int maxBytes) {
            this(timeout, maxBytes, 0);
        }
    }

    /**
     * The answer to a read.
     *
     * @param location the address of a redirect that is followed; null for an answer with a body
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares answers.
    private record Resource(@Nullable String location, byte[] body) {}

    /**
     * The head of an answer. Nobody sees its body.
     *
     * @param retryAfter the header Retry-After as it is; null for none
     */
    public record Answer(int status, @Nullable String retryAfter) {}

    public EgressClient(EgressRules rules) {
        this(rules, host -> List.of(InetAddress.getAllByName(host)), null);
    }

    /** @param trust the certificates to trust; null for those of the Java installation */
    EgressClient(EgressRules rules, GuardedResolver.NameLookup lookup, @Nullable SslContext trust) {
        this.rules = rules;
        this.lookup = lookup;
        this.trust = trust;
        lookups = new ThreadPoolExecutor(
                LOOKUP_THREADS,
                LOOKUP_THREADS,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("egress-names-", 0).factory());
        lookups.allowCoreThreadTimeOut(true);
    }

    private HttpClient client(long account) {
        return clients.computeIfAbsent(account, absent -> newClient()).client();
    }

    private AccountClient newClient() {
        ConnectionProvider connections = ConnectionProvider.builder("egress")
                .maxConnections(CONNECTIONS_OF_HOST)
                .pendingAcquireMaxCount(WAITING_CALLS)
                .maxIdleTime(IDLE)
                .disposeInactivePoolsInBackground(IDLE_POOL, IDLE_POOL)
                .build();
        HttpClient plain = HttpClient.create(connections)
                .resolver(new GuardedResolver(rules, lookup, new AccountLookups(lookups)))
                .noProxy()
                .followRedirect(false)
                .disableRetry(true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .headers(headers -> headers.set(HttpHeaderNames.USER_AGENT, NAME));
        return new AccountClient(connections, trust == null ? plain : plain.secure(ssl -> ssl.sslContext(trust)));
    }

    /**
     * Reads a resource for an account. The Mono fails with an {@link EgressFailure} when the address is not allowed, cannot be
     * reached, does not answer 200, is too slow or sends too much.
     */
    public Mono<byte[]> get(long account, String url, CallBounds bounds) {
        return read(account, url, bounds, bounds.maxRedirects())
                .timeout(bounds.timeout())
                .onErrorMap(EgressClient::failure);
    }

    private Mono<byte[]> read(long account, String url, CallBounds bounds, int redirects) {
        return Mono.defer(() -> {
            URI uri = allowed(url);
            return client(account)
                    .get()
                    .uri(uri)
                    .response((response, content) -> resource(response, content, bounds.maxBytes(), redirects > 0))
                    .single()
                    .flatMap(resource -> resource.location() == null
                            ? Mono.just(resource.body())
                            : read(account, target(uri, resource.location()), bounds, redirects - 1));
        });
    }

    private static String target(URI from, String location) {
        try {
            return from.resolve(location).toString();
        } catch (IllegalArgumentException malformed) {
            throw new EgressFailure(Kind.UNEXPECTED);
        }
    }

    /**
     * Posts a body for an account, and answers the status and nothing of the answer's body. The Mono fails with an {@link EgressFailure}
     * when the address is not allowed, cannot be reached within 5 s, or does not answer in time.
     */
    public Mono<Answer> post(long account, String url, Map<String, String> headers, byte[] body, Duration timeout) {
        return Mono.defer(() -> client(account)
                        .headers(all -> {
                            headers.forEach((name, value) -> all.set(name, value));
                            all.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
                        })
                        .post()
                        .uri(allowed(url))
                        .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
                        .response(EgressClient::head)
                        .single())
                .timeout(timeout)
                .onErrorMap(EgressClient::failure);
    }

    private URI allowed(String url) {
        URI uri = rules.parse(url).orElseThrow(() -> new EgressFailure(Kind.NOT_ALLOWED));
        // A literal address is connected to without a resolver.
        if (!rules.isHostAllowed(uri.getHost())) {
            throw new EgressFailure(Kind.NOT_ALLOWED);
        }
        return uri;
    }

    private static EgressFailure failure(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof EgressFailure known) {
                return known;
            }
            Kind kind = kind(cause);
            if (kind != null) {
                return new EgressFailure(kind);
            }
        }
        return new EgressFailure(Kind.UNREACHABLE);
    }

    private static @Nullable Kind kind(Throwable cause) {
        if (cause instanceof TimeoutException) {
            return Kind.TIMEOUT;
        }
        if (cause instanceof UnknownHostException) {
            return Kind.UNKNOWN_HOST;
        }
        return cause instanceof SSLException ? Kind.TLS : null;
    }

    private static Mono<Resource> resource(
            HttpClientResponse response, Flux<ByteBuf> content, int maxBytes, boolean isRedirectFollowed) {
        int status = response.status().code();
        String location = response.responseHeaders().get(HttpHeaderNames.LOCATION);
        if (isRedirectFollowed && REDIRECTS.contains(status) && location != null) {
            return discarded(content).thenReturn(new Resource(location, new byte[0]));
        }
        if (status != OK) {
            return Mono.error(new EgressFailure(Kind.UNEXPECTED));
        }
        var bytes = new ByteArrayOutputStream();
        return content.doOnNext(buffer -> append(buffer, bytes, maxBytes))
                .then(Mono.fromSupplier(() -> new Resource(null, bytes.toByteArray())));
    }

    private static void append(ByteBuf buffer, ByteArrayOutputStream bytes, int maxBytes) {
        if (bytes.size() + buffer.readableBytes() > maxBytes) {
            throw new EgressFailure(Kind.TOO_LARGE);
        }
        bytes.writeBytes(ByteBufUtil.getBytes(buffer));
    }

    /** Reads an answer to its end, or closes its connection. */
    private static Mono<Answer> head(HttpClientResponse response, Flux<ByteBuf> content) {
        var answer =
                new Answer(response.status().code(), response.responseHeaders().get(HttpHeaderNames.RETRY_AFTER));
        return discarded(content).thenReturn(answer);
    }

    private static Mono<Void> discarded(Flux<ByteBuf> content) {
        return content.map(ByteBuf::readableBytes)
                .scan(0, Integer::sum)
                .takeUntil(read -> read > DISCARDED_BYTES)
                .take(DISCARDING)
                .onErrorComplete()
                .then();
    }

    @Override
    public void close() {
        clients.values().forEach(each -> each.connections().dispose());
        lookups.shutdownNow();
    }
}
