package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * One connection, one call after the other, each answered from another thread, as commands and queries are. The server
 * once stopped reading when the next request came before it had put the last one away: about one in five hundred.
 */
class KeepAliveConnectionTest {

    private static final int CALLS = 5_000;

    @Test
    void a_kept_connection_goes_on_reading() throws IOException, InterruptedException {
        try (var gateway = GatewayUnderTest.with(Elsewhere.class);
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/elsewhere"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            for (int call = 0; call < CALLS; call++) {
                assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @RestController
    @Access(lock = Lock.OPEN)
    static class Elsewhere {
        @GetMapping("/elsewhere")
        Mono<String> elsewhere() {
            return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> "in", Thread::startVirtualThread));
        }
    }
}
