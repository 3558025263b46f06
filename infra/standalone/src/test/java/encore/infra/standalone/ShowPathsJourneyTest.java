package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Calls each path of shows, as openapi.json has them, in ways that all of them must refuse alike. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the rules are the sides'")
class ShowPathsJourneyTest extends Journey {

    private static final String MANAGE = "/api/v1/manage/live/{page_tab_id}";
    private static final String PLAY = "/api/v1/fanxp/{page_tab_id}";
    private static final List<Boolean> ONCE = List.of(false);
    private static final List<Boolean> TWICE = List.of(false, true);

    private record Operation(String method, String path, JsonNode described, JsonNode body) {

        boolean isOfFans() {
            return path.startsWith(PLAY);
        }

        /** Returns whether the answer says that this call needs the secret. */
        boolean isForbidden(Api.Answer answer, boolean isWithoutSecret) {
            return isWithoutSecret && isProblem(answer, 401, "/secret-missing");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    @Test
    void each_path_of_shows_refuses_a_campaign_without_a_show() {
        long fan = api.fan(SentCodes.email("player"));
        String session = FanSessions.logIn(api, fan);
        Api player = FanSessions.app(api).with("Session-Uid", session);
        Map<String, Object> ids =
                Map.of("page_tab_id", api.campaign("Quiz", "trivia"), "fan_id", fan, "session_uid", session);
        List<Operation> operations = operations(MANAGE, PLAY);
        assertThat(operations).hasSizeGreaterThanOrEqualTo(50);
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations) {
            for (Api caller : operation.isOfFans() ? List.of(api, player) : List.of(api)) {
                Api.Answer answer = send(operation, ids, caller);
                if (!operation.isForbidden(answer, caller == player)
                        && !(isProblem(answer, 400, "/no-show")
                                && answer.body()
                                        .at("/errors/0/field")
                                        .asString()
                                        .equals("page_tab_id"))) {
                    wrong.add(operation + " " + answer.status() + " " + answer.text());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void each_path_of_fans_refuses_a_banned_fan() {
        long show = api.campaign("Final", "fanxp");
        long fan = api.fan(SentCodes.email("banned"));
        String session = FanSessions.logIn(api, fan);
        api.post(MANAGE.replace("{page_tab_id}", "" + show) + "/bans", "fan_id", fan)
                .mustBe(200);
        Api player = FanSessions.app(api).with("Session-Uid", session);
        Map<String, Object> ids = Map.of("page_tab_id", show, "session_uid", session);
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations(PLAY)) {
            for (boolean isOfFriends : operation.path().endsWith("/leaderboard") ? TWICE : ONCE) {
                Api.Answer answer = send(operation, isOfFriends ? with(ids, "friends_only", true) : ids, player);
                if (!operation.isForbidden(answer, true) && !isProblem(answer, 403, "/fan-banned")) {
                    wrong.add(operation + " " + answer.status() + " " + answer.text());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isProblem(Api.Answer answer, int status, String type) {
        return answer.status() == status
                && answer.body().path("type").asString().endsWith(type);
    }

    private static Map<String, Object> with(Map<String, Object> ids, String name, Object value) {
        Map<String, Object> more = new HashMap<>(ids);
        more.put(name, value);
        return more;
    }

    private static Api.Answer send(Operation operation, Map<String, Object> ids, Api caller) {
        String path = operation.path();
        List<Object> query = new ArrayList<>();
        for (JsonNode parameter : operation.described().path("parameters")) {
            String name = parameter.path("name").asString();
            Object value =
                    ids.getOrDefault(name, example(parameter.path("schema")).asString());
            if (parameter.path("in").asString().equals("path")) {
                path = path.replace("{" + name + "}", String.valueOf(value));
            } else if (ids.containsKey(name) || parameter.path("required").asBoolean(false)) {
                query.addAll(List.of(name, value));
            }
        }
        return switch (operation.method()) {
            case "get" -> caller.get(path, query.toArray());
            case "delete" -> caller.delete(path, query.toArray());
            default -> caller.postJson(path, body(operation, ids));
        };
    }

    /** Returns a body with the fields that are required. */
    private static String body(Operation operation, Map<String, Object> ids) {
        JsonNode schema = operation.body();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (JsonNode name : schema.path("required")) {
            body.set(name.asString(), example(schema.path("properties").path(name.asString())));
        }
        ids.forEach((name, value) -> {
            if (schema.path("properties").has(name)) {
                body.putPOJO(name, value);
            }
        });
        return body.toString();
    }

    /** Returns the first example of a schema, or its first allowed value. */
    private static JsonNode example(JsonNode schema) {
        JsonNode example = schema.at("/examples/0");
        return example.isMissingNode() ? schema.at("/enum/0") : example;
    }

    private List<Operation> operations(String... prefixes) {
        List<Operation> operations = new ArrayList<>();
        JsonNode document = api.get("/openapi.json").mustBe(200).body();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            if (Stream.of(prefixes).anyMatch(path.getKey()::startsWith)) {
                path.getValue()
                        .properties()
                        .forEach(method -> operations.add(new Operation(
                                method.getKey(),
                                path.getKey(),
                                method.getValue(),
                                bodySchema(document, method.getValue()))));
            }
        }
        return operations;
    }

    private static JsonNode bodySchema(JsonNode document, JsonNode operation) {
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : document.at(reference.substring(1));
    }
}
