package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every text that a call takes has a bound, and one name has the same bound wherever places are taken. */
class TextBoundsTest {

    /** Types that read few texts, none of them long (a time zone, a time of day), and JSON, whose size its type bounds. */
    private static final Set<String> READ_BY_TYPE =
            Set.of("timezone", "console_time_zone", "start_time", "end_time", "props");

    /** Formats whose texts are short by themselves. */
    private static final Set<String> SHORT_FORMATS = Set.of("date", "date-time", "uuid", "binary");

    @Test
    void no_text_is_without_a_bound() {
        Map<String, JsonNode> unbounded = new TreeMap<>();
        texts().forEach(text -> {
            JsonNode schema = text.getValue();
            boolean isBounded = schema.has("maxLength")
                    || schema.has("enum")
                    || schema.has("pattern")
                    || SHORT_FORMATS.contains(schema.path("format").asString(""));
            if (!isBounded && !READ_BY_TYPE.contains(text.getKey())) {
                unbounded.put(text.getKey(), schema);
            }
        });
        assertThat(unbounded).isEmpty();
    }

    @Test
    void places_have_at_most_255_characters_in_every_call() {
        assertThat(texts().filter(text -> Set.of("city", "province", "postal_code", "venue_province")
                        .contains(text.getKey())))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text.getValue().path("maxLength").asInt())
                        .as(text.getKey())
                        .isEqualTo(255));
    }

    /** Returns the schemas of all texts in parameters and bodies, by their names. */
    private static Stream<Map.Entry<String, JsonNode>> texts() {
        JsonNode api = Gateway.WHOLE.api();
        return api.path("paths").valueStream().flatMap(JsonNode::valueStream).flatMap(operation -> {
            Stream<Map.Entry<String, JsonNode>> parameters = operation
                    .path("parameters")
                    .valueStream()
                    .filter(parameter -> !parameter.path("in").asString("").equals("header"))
                    .map(parameter -> Map.entry(parameter.path("name").asString(""), parameter.path("schema")));
            String body = operation
                    .at("/requestBody/content/application~1json/schema/$ref")
                    .asString("");
            Stream<Map.Entry<String, JsonNode>> properties =
                    body.isEmpty() ? Stream.of() : api.at(body.substring(1)).path("properties").properties().stream();
            return Stream.concat(parameters, properties)
                    .map(named -> Map.entry(named.getKey(), ofElements(named.getValue())))
                    .filter(named -> named.getValue().path("type").toString().contains("\"string\""));
        });
    }

    private static JsonNode ofElements(JsonNode schema) {
        return schema.has("items") ? schema.path("items") : schema;
    }
}
