package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Finds schemas without a name. Generators of clients would name them after their place. */
class SchemaNamesTest {

    private final List<String> unnamed = new ArrayList<>();
    private final Map<String, JsonNode> titles = new HashMap<>();

    @Test
    void every_object_is_a_component_or_has_a_title_of_its_own() {
        JsonNode api = Gateway.WHOLE.api();
        api.at("/components/schemas").properties().forEach(schema -> inside(schema.getKey(), schema.getValue()));
        for (var path : api.path("paths").properties()) {
            path.getValue()
                    .forEach(operation -> operation
                            .at("/responses/200/content")
                            .forEach(content -> schema(path.getKey(), content.path("schema"))));
        }
        assertThat(unnamed).isEmpty();
    }

    private void schema(String place, JsonNode schema) {
        if (schema.isMissingNode()) {
            return;
        }
        boolean isChoice = schema.path("anyOf").size() > 2;
        if (schema.has("properties") || isChoice) {
            if (schema.has("title")) {
                String title = schema.get("title").asString();
                assertThat(titles.getOrDefault(title, schema)).as(title).isEqualTo(schema);
                titles.put(title, schema);
            } else {
                unnamed.add(place);
            }
        }
        inside(place, schema);
    }

    private void inside(String place, JsonNode schema) {
        schema.path("properties").properties().forEach(one -> schema(place + "." + one.getKey(), one.getValue()));
        schema(place + "[]", schema.path("items"));
        schema.path("anyOf").forEach(one -> schema(place + "|", one));
    }
}
