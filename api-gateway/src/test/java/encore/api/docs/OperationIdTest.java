package encore.api.docs;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Checks the names by which generated clients call the API. That none changes without notice is kept by
 * docs/endpoints.md, which lists them.
 */
class OperationIdTest {

    /** The verbs of operations. A new one is added here once it is clear that none of these will do. */
    private static final Set<String> VERBS = Set.of(
            "add",
            "allow",
            "approve",
            "assign",
            "award",
            "ban",
            "change",
            "clear",
            "check",
            "compare",
            "complete",
            "connect",
            "count",
            "create",
            "curate",
            "decide",
            "delete",
            "describe",
            "discard",
            "drop",
            "end",
            "enter",
            "erase",
            "exchange",
            "export",
            "explain",
            "find",
            "flag",
            "follow",
            "forget",
            "hide",
            "import",
            "invite",
            "issue",
            "label",
            "list",
            "monitor",
            "offer",
            "open",
            "pause",
            "pin",
            "place",
            "push",
            "rebuild",
            "record",
            "relate",
            "release",
            "remove",
            "rename",
            "report",
            "request",
            "restore",
            "resume",
            "retire",
            "retry",
            "revoke",
            "roll",
            "rotate",
            "save",
            "search",
            "send",
            "show",
            "sign",
            "sum",
            "simulate",
            "switch",
            "take",
            "test",
            "unban",
            "unpin",
            "unrelate",
            "withdraw");

    private static final List<String> IDS = StreamSupport.stream(
                    Gateway.WHOLE.api().path("paths").spliterator(), false)
            .flatMap(JsonNode::valueStream)
            .map(operation -> operation.path("operationId").asString())
            .toList();

    @Test
    void each_id_is_a_verb_and_a_thing() {
        assertThat(IDS).isNotEmpty().allSatisfy(id -> {
            assertThat(id).matches("[a-z]+([A-Z][a-z]+)+");
            assertThat(VERBS).contains(id.replaceFirst("[A-Z].*", ""));
        });
    }

    @Test
    void each_id_is_that_of_one_operation() {
        Map<String, Long> counts = IDS.stream().collect(groupingBy(id -> id, counting()));
        assertThat(counts.entrySet().stream()
                        .filter(count -> count.getValue() > 1)
                        .map(Map.Entry::getKey))
                .isEmpty();
    }

    @Test
    void ids_are_those_that_clients_know() {
        assertThat(IDS)
                .contains(
                        "awardPoints",
                        "awardPointsByName",
                        "searchFans",
                        "addFan",
                        "listBusinesses",
                        "findBusiness",
                        "listManagedBusinesses",
                        "addBusiness",
                        "saveTier",
                        "saveTierAlias");
    }

    @Test
    void each_request_body_is_a_schema_that_is_named_after_its_operation_and_shared_by_form_and_json() {
        List<JsonNode> bodies = StreamSupport.stream(
                        Gateway.WHOLE.api().path("paths").spliterator(), false)
                .flatMap(JsonNode::valueStream)
                .filter(operation -> operation.has("requestBody"))
                // An image is no record.
                .filter(operation -> !operation.at("/requestBody/content").has("image/png"))
                .toList();
        assertThat(bodies).isNotEmpty().allSatisfy(operation -> {
            Set<String> references = operation
                    .at("/requestBody/content")
                    .valueStream()
                    .map(content -> content.at("/schema/$ref").asString())
                    .collect(Collectors.toSet());
            String id = operation.path("operationId").asString();
            assertThat(references)
                    .containsExactly("#/components/schemas/" + Character.toUpperCase(id.charAt(0)) + id.substring(1)
                            + "Request");
        });
    }

    @Test
    void families_are_maps() {
        assertThat(Gateway.WHOLE.api().findValues("patternProperties")).isEmpty();
        JsonNode families = Gateway.WHOLE.api().at("/components/schemas/AddFanRequest/additionalProperties/anyOf");
        assertThat(families.valueStream().map(family -> family.path("x-prefix").asString()))
                .containsExactly("business_", "tag_", "field_", "");
    }
}
