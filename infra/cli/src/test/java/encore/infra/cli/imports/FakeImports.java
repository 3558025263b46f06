package encore.infra.cli.imports;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers the calls of imports as Encore does, and remembers their rows by key. */
final class FakeImports implements AutoCloseable {

    record Reply(int status, String retryAfter, String body) {}

    private static final String KINDS = """
            [{"kind": "fans", "key": "import_key", "columns": [
                {"name": "import_key", "required": false, "type": "text", "is_contact": false, "aliases": []},
                {"name": "email", "required": false, "type": "email", "is_contact": true, "aliases": ["E-Mail"]},
                {"name": "birth_date", "required": false, "type": "day", "is_contact": true, "aliases": []}]},
             {"kind": "points", "key": "award_key", "columns": [
                {"name": "email", "required": false, "type": "email", "is_contact": true, "aliases": ["E-Mail", "Mail"]},
                {"name": "point_name", "required": false, "type": "text", "is_contact": false, "aliases": []},
                {"name": "point_count", "required": true, "type": "whole_number", "is_contact": false,
                    "aliases": ["Points"]},
                {"name": "award_key", "required": true, "type": "text", "is_contact": false, "aliases": []},
                {"name": "effective_at", "required": false, "type": "time", "is_contact": false, "aliases": ["Date"]}]},
             {"kind": "purchases", "key": "purchase_key", "columns": [
                {"name": "purchase_key", "required": true, "type": "text", "is_contact": false, "aliases": []},
                {"name": "email", "required": false, "type": "email", "is_contact": true, "aliases": []},
                {"name": "gross_sale_amount", "required": false, "type": "decimal", "is_contact": false,
                    "aliases": []}]},
             {"kind": "activities", "key": "activity_key", "columns": [
                {"name": "campaign_title", "required": true, "type": "text", "is_contact": false, "aliases": []},
                {"name": "activity_key", "required": true, "type": "text", "is_contact": false, "aliases": []},
                {"name": "email", "required": false, "type": "email", "is_contact": true, "aliases": []},
                {"name": "field_<name>", "required": false, "type": "text", "is_contact": false, "aliases": []}]}]
            """;

    /** Answered before anything else, one for each call with rows. */
    final Deque<Reply> first = new ConcurrentLinkedDeque<>();

    final List<JsonNode> calls = new CopyOnWriteArrayList<>();

    /** The rows that are applied, by key. */
    final Map<String, JsonNode> applied = new ConcurrentHashMap<>();

    private final HttpServer server;

    FakeImports() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/manage/imports", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<JsonNode> rows() {
        return calls.stream().flatMap(call -> call.get("rows").valueStream()).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] request = exchange.getRequestBody().readAllBytes();
        Reply reply;
        if (exchange.getRequestMethod().equals("GET")) {
            reply = new Reply(200, "", KINDS);
        } else if (request.length > 1_000_000) {
            reply = new Reply(413, "", "{}");
        } else {
            reply = first.poll();
            reply = reply != null
                    ? reply
                    : new Reply(200, "", body(JsonMapper.shared().readTree(request)));
        }
        if (!reply.retryAfter().isEmpty()) {
            exchange.getResponseHeaders().add("Retry-After", reply.retryAfter());
        }
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String body(JsonNode call) {
        calls.add(call);
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        ArrayNode rows = answer.putArray("rows");
        for (JsonNode row : call.get("rows")) {
            ObjectNode outcome = rows.addObject();
            if (row.path("point_count").asString("1").equals("many")) {
                outcome.put("outcome", "refused").put("field", "point_count").put("reason", "is not a whole number");
                continue;
            }
            String key = row.valueStream()
                    .map(JsonNode::asString)
                    .filter(value -> value.startsWith("import-") || value.startsWith("key"))
                    .findFirst()
                    .orElse(row.toString());
            // The keys of awards are each fan's own.
            key += row.has("award_key") ? row.path("email").asString("") : "";
            JsonNode before = call.get("dry_run").asBoolean() ? null : applied.putIfAbsent(key, row);
            outcome.put("outcome", before == null ? "done" : before.equals(row) ? "known" : "differs");
        }
        return answer.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
