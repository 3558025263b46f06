package encore.infra.standalone.management;

import encore.infra.standalone.settings.NodeSettings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * Shows operators whether a node lives, whether it is ready, and its metrics. It has its own port and thread, so that
 * operators see them when no other call gets through. It opens before everything else, and stays open until everything
 * else has stopped.
 */
@Component
@EnableConfigurationProperties(ManagementSettings.class)
public class ManagementPort implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ManagementPort.class);
    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");
    private static final int GATEWAY_DEFAULT = 9_090;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ManagementSettings settings;
    private final NodeSettings node;
    private final ObjectProvider<NodeHealth> condition;
    private final ObjectProvider<PrometheusMeterRegistry> meters;
    private @Nullable LoopResources thread;
    private volatile @Nullable DisposableServer server;

    ManagementPort(
            ManagementSettings settings,
            NodeSettings node,
            ObjectProvider<NodeHealth> condition,
            ObjectProvider<PrometheusMeterRegistry> meters) {
        this.settings = settings;
        this.node = node;
        this.condition = condition;
        this.meters = meters;
    }

    private record Live(String status, String node) {}

    private RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .GET("/health/live", request -> live())
                .GET("/health/ready", request -> ready())
                .GET("/metrics", request -> metrics())
                .build();
    }

    private Mono<ServerResponse> live() {
        return condition.getObject().isBroken()
                ? ServerResponse.status(HttpStatus.SERVICE_UNAVAILABLE).bodyValue(new Live("broken", node.node()))
                : ServerResponse.ok().bodyValue(new Live("up", node.node()));
    }

    private Mono<ServerResponse> ready() {
        NodeHealth.HealthReport report = condition.getObject().report();
        return ServerResponse.status(report.up() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .bodyValue(report.details());
    }

    /** Collects the metrics on another thread. This takes some milliseconds, during which health is still answered. */
    private Mono<ServerResponse> metrics() {
        return Mono.fromCallable(() -> meters.getObject().scrape())
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(text -> ServerResponse.ok().contentType(TEXT).bodyValue(text));
    }

    @Override
    public void start() {
        Integer configured = settings.port();
        if (configured == null && node.part().isSide()) {
            return;
        }
        int port = configured == null ? GATEWAY_DEFAULT : configured;
        LoopResources loop = LoopResources.create("management", 1, true);
        thread = loop;
        try {
            server = HttpServer.create()
                    .host(settings.bind())
                    .port(port)
                    .runOn(loop)
                    .idleTimeout(TIMEOUT)
                    .requestTimeout(TIMEOUT)
                    .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes())))
                    .bindNow();
        } catch (ChannelBindException taken) {
            loop.dispose();
            throw new PortInUseException(port, taken);
        }
        LOG.info("{} shows health and metrics at port {}", node, port());
    }

    /** Returns its port; 0 when it is closed. */
    public int port() {
        DisposableServer open = server;
        return open == null ? 0 : open.port();
    }

    @Override
    public void stop() {
        DisposableServer open = server;
        if (open != null) {
            server = null;
            open.disposeNow();
        }
        if (thread != null) {
            thread.dispose();
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
