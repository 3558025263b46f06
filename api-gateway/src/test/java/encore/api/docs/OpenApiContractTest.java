package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.wire.ErrorCode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares openapi.json with the contract: every parameter and every field of every answer, both ways. */
class OpenApiContractTest {

    @Test
    void every_parameter_and_every_field_is_as_the_contract_says() {
        assertThat(Contract.endpoints().values().stream()
                        .filter(endpoint -> Gateway.WHOLE.handlers().containsKey(endpoint.key()))
                        .flatMap(endpoint ->
                                Comparison.differences(
                                        endpoint, Gateway.WHOLE.operations().get(endpoint.key()))
                                        .stream())
                        .toList())
                .isEmpty();
    }

    @Test
    void the_answers_that_every_call_has_are_described_too() {
        JsonNode tier = operation("/api/v1/crm/fans/{fan_id}/point_tier", "get");
        assertThat(tier.at("/responses/200/content/application~1json/schema").toString())
                .contains("PointTier", "\"null\"");
        for (String path : List.of("/api/v1/manage/audit/proof", "/api/v1/manage/dead_letters")) {
            assertThat(operation(path, "get").path("responses").propertyNames()).contains("404", "503");
        }
        assertThat(operation("/health/ready", "get")
                        .at("/responses/503/content")
                        .propertyNames())
                .contains("application/json");
        JsonNode fans = operation("/api/v1/crm/fans", "post");
        JsonNode email = Gateway.WHOLE.api().at("/components/schemas/AddFanRequest/properties/email");
        assertThat(email.path("maxLength").asInt()).isEqualTo(255);
        assertThat(email.path("format").asString()).isEqualTo("email");
        JsonNode source = Gateway.WHOLE.api().at("/components/schemas/AddFanRequest/properties/fan_source");
        assertThat(source.path("maxLength").asInt()).isEqualTo(64);
        assertThat(fans.at("/responses/200/headers").propertyNames())
                .contains("RateLimit", "X-RateLimit-Remaining", "Encore-Ignored", "Idempotency-Replayed");
        assertThat(failure(fans, "429").path("headers").propertyNames()).contains("Retry-After", "RateLimit");
        assertThat(failure(fans, "401").path("headers").propertyNames())
                .containsExactly("X-Request-Id", "WWW-Authenticate");
        assertThat(failure(operation("/health/ready", "get"), "500")
                        .path("headers")
                        .propertyNames())
                .containsExactly("X-Request-Id");
        assertThat(fans.path("security").toString()).contains("secret_in_query");
        assertThat(Gateway.WHOLE
                        .api()
                        .at("/components/securitySchemes/api_secret/description")
                        .asString())
                .contains("query", "body");
        assertThat(parameter(operation("/api/v1/crm/fans", "get"), "limit")
                        .at("/schema/default")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void a_body_and_an_answer_may_be_an_image() {
        JsonNode upload = operation("/api/v1/manage/media", "post");
        assertThat(upload.at("/requestBody/content").propertyNames())
                .containsExactly("image/jpeg", "image/png", "image/gif", "image/webp");
        assertThat(upload.at("/requestBody/content/image~1png/schema/format").asString())
                .isEqualTo("binary");
        assertThat(parameter(upload, "fan_id").path("in").asString()).isEqualTo("query");
        JsonNode shown = operation("/social_media/{media_uid}", "get");
        assertThat(shown.at("/responses/200/content/image~1*/schema/format").asString())
                .isEqualTo("binary");
        assertThat(shown.path("responses").propertyNames()).contains("403", "404", "429");
    }

    @Test
    void the_codes_of_what_is_wrong_are_one_list() {
        assertThat(Gateway.WHOLE
                        .api()
                        .at("/components/schemas/Problem/properties/errors/items/properties/code/enum")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(ErrorCode::toString)
                        .toList());
    }

    private static JsonNode operation(String path, String method) {
        return Gateway.WHOLE.api().path("paths").path(path).path(method);
    }

    private static JsonNode failure(JsonNode operation, String status) {
        String reference =
                operation.at("/responses/" + status + "/$ref").asString().substring(1);
        return Gateway.WHOLE.api().at(reference);
    }

    private static JsonNode parameter(JsonNode operation, String name) {
        return operation
                .path("parameters")
                .valueStream()
                .filter(parameter -> parameter.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void differences_are_seen() {
        assertThat(differences(List.of(
                        "GET /x  crm secret next",
                        "  in  limit    integer  min 0, max 999",
                        "  in  name     string   required",
                        "  in  kind     string   values a|b",
                        "  in  state    string",
                        "  in  day      -        required",
                        "  in  tag_*    boolean",
                        "  out fan_id   integer",
                        "  out count    integer",
                        "  out props    -")))
                .containsExactly(
                        "GET /x in limit is at least 1, not 0",
                        "GET /x in limit is at most 1000, not 999",
                        "GET /x in name is optional, not required",
                        "GET /x in kind has the values [a], not [a, b]",
                        "GET /x in state has the values [on], not []",
                        "GET /x in day is missing",
                        "GET /x in tag_* is missing",
                        "GET /x out fan_id is missing",
                        "GET /x out count is string, not integer",
                        "GET /x out props is missing",
                        "GET /x in more is not in the contract",
                        "GET /x in field_* is not in the contract",
                        "GET /x out rows[].name is not in the contract",
                        "GET /x sku is refused, and not in the contract",
                        "GET /x paging is '', not 'next'");
    }

    @Test
    void a_point_left_open_or_refused_by_the_code_is_no_difference() {
        assertThat(differences(List.of(
                        "GET /x  crm secret",
                        "  in  limit    integer",
                        "  in  name     -",
                        "  in  kind     -",
                        "  in  state    string   values on",
                        "  in  sku      string   required, max 20",
                        "  in  more     string[]",
                        "  in  *        -",
                        "  out rows     -",
                        "  out *        -")))
                .containsExactly();
    }

    private static List<String> differences(List<String> contract) {
        var operations = new Described(JsonMapper.shared().readTree("""
                {"paths": {"/x": {"get": {
                  "description": "Not supported yet, and refused: sku.",
                  "parameters": [
                    {"in": "header", "name": "Encore-Min-Position", "schema": {"type": "integer"}},
                    {"in": "query", "name": "limit", "schema": {"type": "integer", "minimum": 1, "maximum": 1000}},
                    {"in": "query", "name": "name", "schema": {"type": "string"}},
                    {"in": "query", "name": "kind", "schema": {"type": "string", "enum": ["a"]}},
                    {"in": "query", "name": "state", "schema": {"type": "string", "enum": ["on"]}},
                    {"in": "query", "name": "more", "schema": {"type": "array", "items": {"type": "string"}}},
                    {"in": "query", "name": "field_*", "schema": {"type": "string"}},
                    {"in": "query", "name": "as_of", "schema": {"type": "string"}}],
                  "responses": {"200": {"content": {"application/json": {"schema": {"properties": {
                    "count": {"type": ["string", "null"]},
                    "rows": {"type": "array", "items": {"properties": {"name": {"type": "string"}}}}}}}}}}
                }}}}""")).operations();
        return Comparison.differences(Contract.read(contract).get("GET /x"), operations.get("GET /x"));
    }
}
