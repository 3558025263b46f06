package encore.api.outbound;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.ssl.SslContext;
import io.netty.util.NetUtil;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

/**
 * Calls hosts that customers name. It connects only to the address that it checked ({@link OutboundRules}), follows no
 * redirect, sends no cookie, and gives up on a host that is slow or says too much.
 */
@Component
public class OutboundClient implements DisposableBean {

    private static final int OK = 200;
    private static final int CONNECTIONS_OF_HOST = 20;
    private static final int WAITING_CALLS = 200;
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final String NAME = "Encore";

    private final OutboundRules rules;
    private final ConnectionProvider connections;
    private final HttpClient client;

    /** The bounds of one call. */
    public record CallBounds(Duration timeout, int maxBytes) {}

    @Autowired
    OutboundClient(OutboundRules rules) {
        this(rules, host -> List.of(InetAddress.getAllByName(host)), null);
    }

    /** @param trust the certificates to trust; null for those of the Java installation */
    OutboundClient(OutboundRules rules, GuardedResolver.NameLookup lookup, @Nullable SslContext trust) {
        this.rules = rules;
        connections = ConnectionProvider.builder("outbound")
                .maxConnections(CONNECTIONS_OF_HOST)
                .pendingAcquireMaxCount(WAITING_CALLS)
                .maxIdleTime(IDLE)
                .build();
        var resolver = new GuardedResolver(
                rules, lookup, task -> Schedulers.boundedElastic().schedule(task));
        HttpClient plain = HttpClient.create(connections)
                .resolver(resolver)
                .followRedirect(false)
                .disableRetry(true)
                .headers(headers -> headers.set(HttpHeaderNames.USER_AGENT, NAME));
        client = trust == null ? plain : plain.secure(ssl -> ssl.sslContext(trust));
    }

    /**
     * Reads a resource. The Mono fails with an {@link OutboundFailure} when the address is not allowed, cannot be
     * reached, does not answer 200, is too slow or sends too much.
     */
    public Mono<byte[]> get(String url, CallBounds bounds) {
        return Mono.defer(() -> {
                    URI uri = rules.parse(url).orElseThrow(OutboundClient::notAllowed);
                    literalMustBeAllowed(uri.getHost());
                    return client.get()
                            .uri(uri)
                            .response((response, content) -> body(response, content, bounds.maxBytes()))
                            .single();
                })
                .timeout(bounds.timeout())
                .onErrorMap(
                        failure -> !(failure instanceof OutboundFailure),
                        failure -> new OutboundFailure(
                                failure instanceof TimeoutException
                                        ? "The host did not answer in time"
                                        : "The host could not be reached"));
    }

    /** A literal address is connected to without a resolver. */
    private void literalMustBeAllowed(String host) {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(bare);
        try {
            if (bytes != null && !isAllowedLiteral(bytes)) {
                throw notAllowed();
            }
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Java makes an IPv4 address of a mapped one, so its length tells. */
    private boolean isAllowedLiteral(byte[] bytes) throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress(bytes);
        return address.getAddress().length == bytes.length && rules.isAllowed(address);
    }

    private static OutboundFailure notAllowed() {
        return new OutboundFailure("The address may not be called");
    }

    private static Mono<byte[]> body(HttpClientResponse response, Flux<ByteBuf> content, int maxBytes) {
        if (response.status().code() != OK) {
            return Mono.error(new OutboundFailure("The host answered another status than 200"));
        }
        var bytes = new ByteArrayOutputStream();
        return content.doOnNext(buffer -> append(buffer, bytes, maxBytes)).then(Mono.fromSupplier(bytes::toByteArray));
    }

    private static void append(ByteBuf buffer, ByteArrayOutputStream bytes, int maxBytes) {
        if (bytes.size() + buffer.readableBytes() > maxBytes) {
            throw new OutboundFailure("The host sent too much");
        }
        bytes.writeBytes(ByteBufUtil.getBytes(buffer));
    }

    @Override
    public void destroy() {
        connections.dispose();
    }
}
