package encore.api.server;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.CommandSide;
import encore.infra.backend.DirectBackend;
import encore.infra.backend.QueryResult;
import encore.infra.backend.QuerySide;
import encore.kernel.Query;
import encore.kernel.people.Area;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reactor takes some errors for fatal. A call during which one is thrown gets an answer all the same. */
class ThrownErrorsTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Failing.class);

    private final WebTestClient client =
            GATEWAY.server().mutate().responseTimeout(Duration.ofSeconds(5)).build();

    @ParameterizedTest
    @ValueSource(strings = {"thrown", "mapped", "answer", "answers", "failed", "row"})
    void an_error_is_answered_with_500(String place) {
        requireProblem(client.get().uri("/failing/" + place).exchange());
    }

    @Test
    void an_error_after_the_body_is_answered_with_500() {
        requireProblem(client.post()
                .uri("/failing/posted")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"a\": \"b\"}")
                .exchange());
    }

    private static void requireProblem(WebTestClient.ResponseSpec answer) {
        answer.expectStatus()
                .isEqualTo(500)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/internal")
                .jsonPath("$.request_id")
                .value(id -> assertThat(id).isNotNull());
    }

    record FindAnything(long account) implements Query<String> {}

    @RestController
    @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
    static class Failing {

        record Anything(@Nullable String a) {}

        private final Backend backend = new DirectBackend(
                (CommandSide) Proxy.newProxyInstance(
                        CommandSide.class.getClassLoader(),
                        new Class<?>[] {CommandSide.class},
                        (proxy, method, given) -> null),
                (QuerySide) Proxy.newProxyInstance(
                        QuerySide.class.getClassLoader(),
                        new Class<?>[] {QuerySide.class},
                        (proxy, method, given) -> CompletableFuture.supplyAsync(
                                () -> new QueryResult("found", 0),
                                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS))));

        @GetMapping("/failing/thrown")
        Mono<String> thrown() {
            return Mono.just(recurse(0));
        }

        @PostMapping("/failing/posted")
        Mono<String> posted(@Params Anything in) {
            return Mono.just(recurse(0));
        }

        @GetMapping("/failing/mapped")
        Mono<String> mapped() {
            return Mono.just("a").map(a -> recurse(0));
        }

        @GetMapping("/failing/answer")
        Mono<String> answer(Caller caller) {
            return backend.ask(caller, new FindAnything(1)).map(found -> recurse(0));
        }

        @GetMapping("/failing/answers")
        Mono<String> answers(Caller caller) {
            return backend.ask(caller, new FindAnything(1))
                    .flatMap(found -> backend.ask(caller, new FindAnything(2)))
                    .flatMap(found -> Mono.just(recurse(0)));
        }

        @GetMapping("/failing/failed")
        Mono<String> failed() {
            return Mono.fromFuture(CompletableFuture.failedFuture(new StackOverflowError()));
        }

        @GetMapping("/failing/row")
        Flux<String> row(Caller caller) {
            return backend.ask(caller, new FindAnything(1))
                    .flatMapMany(found -> Flux.just("a").map(a -> recurse(0)));
        }

        private static String recurse(int depth) {
            return depth < 0 ? "" : recurse(depth + 1) + depth;
        }
    }
}
