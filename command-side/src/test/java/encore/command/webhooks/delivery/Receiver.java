package encore.command.webhooks.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import encore.infra.eventstore.codec.EventJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/** A customer's endpoint. It verifies signatures as Standard Webhooks says, by code of its own. */
final class Receiver implements AutoCloseable {

    final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    volatile Answer answer = arrival -> 200;

    /** Handles a message; a negative status closes the connection without an answer. */
    interface Answer {
        int status(Arrival arrival);
    }

    /** A message as it arrived. */
    record Arrival(String id, long timestamp, String signature, String replay, byte[] body, HttpExchange exchange) {

        JsonNode json() {
            return EventJson.mapper().readTree(body);
        }

        long position() {
            return json().get("data").get("position").longValue();
        }

        long fan() {
            return json().get("data").get("fan_id").longValue();
        }

        boolean isSignedWith(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "any"));
                mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
                String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
                return Stream.of(signature.split(" ")).anyMatch(expected::equals);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    Receiver() {
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
        var arrival = new Arrival(
                headers.getFirst("webhook-id"),
                Long.parseLong(headers.getFirst("webhook-timestamp")),
                headers.getFirst("webhook-signature"),
                headers.getFirst("Encore-Replay"),
                exchange.getRequestBody().readAllBytes(),
                exchange);
        int status = answer.status(arrival);
        arrivals.add(arrival);
        if (status > 0) {
            exchange.sendResponseHeaders(status, -1);
        }
        exchange.close();
    }

    List<Long> positions() {
        return arrivals.stream().map(Arrival::position).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
