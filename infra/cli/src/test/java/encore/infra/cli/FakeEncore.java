package encore.infra.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Speaks HTTP as Encore does to an importer, and remembers its calls. */
final class FakeEncore implements AutoCloseable {

    record Call(String path, String key, String secret, Map<String, String> form) {}

    record Reply(int status, String retryAfter, String body) {}

    final List<Call> calls = new CopyOnWriteArrayList<>();

    /** Answered before anything else, one for each call. */
    final Deque<Reply> first = new ConcurrentLinkedDeque<>();

    private final Map<String, Integer> fans = new ConcurrentHashMap<>();
    private final HttpServer server;

    FakeEncore() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Map<String, String>> awards() {
        return calls.stream()
                .filter(call -> call.path().equals("/api/v1/ent/fan_points"))
                .map(Call::form)
                .toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        var headers = exchange.getRequestHeaders();
        Reply reply = first.poll();
        if (reply == null) {
            calls.add(new Call(path, headers.getFirst("Api-Key"), headers.getFirst("Api-Secret"), form));
            reply = new Reply(200, "", body(path, form));
        }
        if (!reply.retryAfter().isEmpty()) {
            exchange.getResponseHeaders().add("Retry-After", reply.retryAfter());
        }
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String body(String path, Map<String, String> form) {
        return switch (path) {
            case "/api/v1/crm/points" -> "{\"point_uid\": \"uid-of-" + form.get("point_name") + "\"}";
            case "/api/v1/crm/purchases" ->
                "{\"fan_id\": " + fans.computeIfAbsent(form.get("email"), email -> 100 + fans.size()) + "}";
            default -> "{\"fan_point_uid\": \"p\"}";
        };
    }

    private static Map<String, String> form(String body) {
        Map<String, String> form = new TreeMap<>();
        for (String pair : body.isEmpty() ? new String[0] : body.split("&")) {
            int equals = pair.indexOf('=');
            form.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return form;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
