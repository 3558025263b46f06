package encore.api;

import encore.api.paging.CursorKeySource;
import encore.api.problems.CorrelationId;
import encore.api.problems.SecurityHeaders;
import encore.api.server.BodyLimit;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.Command;
import encore.kernel.Query;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway on a real port, for tests: its core with a test's own controllers, or all of it. */
public final class GatewayOnPort implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private GatewayOnPort(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** HTTP and docs, without access, with these controllers and filters. */
    public static GatewayOnPort core(Class<?>... parts) {
        return start(Core.class, parts);
    }

    /** Every controller there is, on a backend that nobody answers. */
    public static GatewayOnPort whole(Class<?>... parts) {
        return start(Whole.class, parts);
    }

    private static GatewayOnPort start(Class<?> base, Class<?>... parts) {
        var application = new SpringApplication(base);
        application.addPrimarySources(List.of(parts));
        application.setDefaultProperties(Map.of("server.port", "0", "spring.main.banner-mode", "off"));
        return new GatewayOnPort(SerialApplicationStarts.started(application));
    }

    public int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    public <T> List<T> beans(Class<T> type) {
        return List.copyOf(context.getBeansOfType(type).values());
    }

    public WebTestClient client() {
        return WebTestClient.bindToServer()
                .baseUrl("http://127.0.0.1:" + port())
                .responseTimeout(Duration.ofSeconds(60))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .build();
    }

    /** Returns {@code /openapi.json}. */
    public JsonNode openApi() {
        return document("/openapi.json");
    }

    /** Returns one of the documents that describe the API. */
    public JsonNode document(String path) {
        return JsonMapper.shared()
                .readTree(client().get()
                        .uri(path)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectBody()
                        .returnResult()
                        .getResponseBodyContent());
    }

    @Override
    public void close() {
        SerialApplicationStarts.end(context);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan(
            basePackages = {
                "encore.api.binding",
                "encore.api.routing",
                "encore.api.wire",
                "encore.api.problems",
                "encore.api.paging",
                "encore.api.docs"
            },
            excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*Test\\$.*"))
    @Import({GatewayConfiguration.class, GatewayUnderTest.OwnThreads.class})
    static class Core {
        @Bean
        CursorKeySource cursorKeySource() {
            return () -> new byte[32];
        }

        /** Nobody has a key here, and everybody is let in. */
        @Bean
        WebFilter filter() {
            return (exchange, chain) -> {
                CorrelationId.set(exchange);
                SecurityHeaders.set(exchange);
                BodyLimit.of(exchange).allowWholeBody();
                return chain.filter(exchange);
            };
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(GatewayUnderTest.OwnThreads.class)
    @ComponentScan(
            basePackages = "encore.api",
            excludeFilters =
                    @ComponentScan.Filter(
                            type = FilterType.REGEX,
                            pattern = {".*Test\\$.*", "encore\\.api\\.GatewayOnPort.*"}))
    static class Whole {
        @Bean
        Backend backend() {
            return new NobodyThere();
        }
    }

    /** Enough for the mappings to be there. */
    private static final class NobodyThere implements Backend {

        @Override
        public <R> Mono<R> send(Caller caller, Command<R> command) {
            return Mono.error(new UnsupportedOperationException());
        }

        @Override
        public <R> Mono<R> ask(Caller caller, Query<R> query) {
            return Mono.error(new UnsupportedOperationException());
        }

        @Override
        public Flux<Long> news(long account) {
            return Flux.never();
        }

        @Override
        public Flux<ControlMessage> control() {
            return Flux.<ControlMessage>just(
                            new ControlMessage.Secrets(new byte[32], new byte[32], new byte[32], new byte[32]),
                            new ControlMessage.Ready(0),
                            new ControlMessage.CaughtUp())
                    .concatWith(Flux.never());
        }
    }
}
