package encore.infra.standalone;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.client.WebsocketClientTransport;
import io.rsocket.util.DefaultPayload;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The clients of one test that Java programs use, until it hangs up. */
final class RSocketClients implements AutoCloseable {

    static final Duration SOON = Duration.ofSeconds(30);

    private final List<RSocket> all = new ArrayList<>();

    /** How a client comes. */
    enum Way {
        TCP {
            @Override
            ClientTransport to(RunningEncore encore) {
                return TcpClientTransport.create("127.0.0.1", encore.rsocketPort());
            }
        },
        WEBSOCKET {
            @Override
            ClientTransport to(RunningEncore encore) {
                return WebsocketClientTransport.create(URI.create(encore.url().replace("http", "ws") + "/rsocket"));
            }
        };

        abstract ClientTransport to(RunningEncore encore);
    }

    RSocket connect(Way way, RunningEncore encore, Api account) {
        return connect(
                way,
                encore,
                String.valueOf(account.headers().get("Api-Key")),
                String.valueOf(account.headers().get("Api-Secret")));
    }

    RSocket connect(Way way, RunningEncore encore, String key, String secret) {
        return connect(way, encore, "{\"api_key\":\"" + key + "\",\"api_secret\":\"" + secret + "\"}");
    }

    /** Connects an app that has the public key alone, with a session. */
    RSocket connectSession(Way way, RunningEncore encore, Api account, String sessionUid) {
        return connect(
                way,
                encore,
                "{\"api_key\":\"" + account.headers().get("Api-Key") + "\",\"session_uid\":\"" + sessionUid + "\"}");
    }

    private RSocket connect(Way way, RunningEncore encore, String credentials) {
        RSocket client = Objects.requireNonNull(RSocketConnector.create()
                .dataMimeType("application/json")
                .setupPayload(DefaultPayload.create(credentials))
                .connect(way.to(encore))
                .block(SOON));
        all.add(client);
        return client;
    }

    static Flux<JsonNode> follow(RSocket client, String request) {
        return client.requestStream(DefaultPayload.create(request))
                .map(Payload::getDataUtf8)
                .map(JsonMapper.shared()::readTree);
    }

    static Flux<Long> counts(RSocket client, String request) {
        return follow(client, request)
                .map(frame -> frame.at("/data/point_count").asLong());
    }

    static JsonNode first(RSocket client, String request) {
        return Objects.requireNonNull(follow(client, request).blockFirst(SOON));
    }

    @Override
    public void close() {
        all.forEach(RSocket::dispose);
    }
}
