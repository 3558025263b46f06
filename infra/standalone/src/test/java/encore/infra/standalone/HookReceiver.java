package encore.infra.standalone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A customer's endpoint that verifies messages as Standard Webhooks says, by code of its own. */
final class HookReceiver implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    final List<Message> messages = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    volatile ToIntFunction<Message> answer = message -> 204;

    /** A message as it arrived. */
    record Message(String id, long timestamp, String signature, String replay, String body) {

        JsonNode json() {
            return JSON.readTree(body);
        }

        JsonNode data() {
            return json().get("data");
        }

        /** Returns whether the secret signed id, time and body, and the time is now. */
        boolean isVerifiedBy(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "any"));
                byte[] signed = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
                String expected = "v1," + Base64.getEncoder().encodeToString(signed);
                return Math.abs(Instant.now().getEpochSecond() - timestamp) < 300
                        && Stream.of(signature.split(" ")).anyMatch(expected::equals);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    HookReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    private void handle(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        var message = new Message(
                headers.getFirst("webhook-id"),
                Long.parseLong(headers.getFirst("webhook-timestamp")),
                headers.getFirst("webhook-signature"),
                headers.getFirst("Encore-Replay"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        int status = answer.applyAsInt(message);
        messages.add(message);
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
