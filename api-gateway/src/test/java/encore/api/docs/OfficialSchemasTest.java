package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks both documents as strangers read them: by the official schemas, and by the regular expressions of other languages. */
class OfficialSchemasTest {

    private static final String OPENAPI = "https://spec.openapis.org/oas/3.1/schema/2026-08-03";
    private static final String JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema";

    /** As the official schema of a document with a dialect is written: each schema in it is checked by that of schemas. */
    private static final String OPENAPI_WITH_SCHEMAS = "{\"$schema\": \"" + JSON_SCHEMA + "\", \"$ref\": \"" + OPENAPI
            + "\", \"$defs\": {\"schema\": {\"$dynamicAnchor\": \"meta\", \"$ref\": \"" + JSON_SCHEMA + "\"}}}";

    /** Prints each pattern that is none, and each example that it does not find. */
    private static final String JAVASCRIPT = """
            const rows = JSON.parse(require('fs').readFileSync(0, 'utf8'));
            for (const { place, pattern, texts } of rows) {
              try {
                const expression = new RegExp(pattern, 'u');
                texts.filter(text => !expression.test(text)).forEach(text => console.log(place, pattern, text));
              } catch (wrong) {
                console.log(place, wrong.message);
              }
            }
            """;

    private static final String PYTHON = """
            import json, re, sys
            for row in json.load(sys.stdin):
                try:
                    expression = re.compile(row["pattern"])
                    for text in row["texts"]:
                        if not expression.search(text):
                            print(row["place"], row["pattern"], text)
                except re.error as wrong:
                    print(row["place"], row["pattern"], wrong)
            """;

    @Test
    void openapi_is_valid() throws Exception {
        var schemas = Map.of(OPENAPI, official("openapi-3.1.json"));
        assertThat(SchemaRegistry.withDefaultDialect(
                                SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(schemas))
                        .getSchema(OPENAPI_WITH_SCHEMAS)
                        .validate(Gateway.WHOLE.api()))
                .isEmpty();
    }

    @Test
    void asyncapi_is_valid() throws Exception {
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                        .getSchema(official("asyncapi-3.0.json"))
                        .validate(Gateway.WHOLE.streams()))
                .isEmpty();
    }

    @Test
    void every_parameter_has_a_type() {
        assertThat(operations()
                        .flatMap(operation -> operation.path("parameters").valueStream())
                        .filter(parameter -> !parameter.path("schema").has("type")))
                .isEmpty();
    }

    /** Generators make names of classes of letters and digits alone. */
    @Test
    void schemas_have_names_that_differ_in_letters_and_digits() {
        Map<String, String> names = new HashMap<>();
        Gateway.WHOLE
                .api()
                .at("/components/schemas")
                .propertyNames()
                .forEach(name -> assertThat(names.put(name.replaceAll("[^A-Za-z0-9]", ""), name))
                        .as(name)
                        .isNull());
    }

    @Test
    void no_description_says_a_sentence_twice() {
        assertThat(nodes(Gateway.WHOLE.api(), "")
                        .map(place -> place.node().path("description").asString(""))
                        .filter(text -> {
                            List<String> sentences = Stream.of(text.split("(?<=\\.) "))
                                    .map(sentence ->
                                            sentence.toLowerCase(Locale.ROOT).replaceFirst("^(the|an?) ", ""))
                                    .toList();
                            return sentences.stream().distinct().count() < sentences.size();
                        })
                        .distinct())
                .isEmpty();
    }

    static Stream<List<String>> languages() {
        return Stream.of(List.of("node", "-e", JAVASCRIPT), List.of("python3", "-c", PYTHON));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void every_pattern_is_one_elsewhere_and_finds_its_examples(List<String> command) throws Exception {
        List<Map<String, Object>> patterns = Stream.of(Gateway.WHOLE.api(), Gateway.WHOLE.streams())
                .flatMap(document -> nodes(document, ""))
                .filter(place -> place.node().path("pattern").isString())
                .<Map<String, Object>>map(place -> Map.of(
                        "place", place.name(),
                        "pattern", place.node().path("pattern").asString(),
                        "texts", texts(place.node())))
                .toList();
        assertThat(patterns).hasSizeGreaterThan(100);
        assertThat(output(command, JsonMapper.shared().writeValueAsString(patterns)))
                .isEmpty();
    }

    private record Place(String name, JsonNode node) {}

    private static Stream<Place> nodes(JsonNode node, String name) {
        Stream<Place> children = node.isObject()
                ? node.properties().stream().flatMap(one -> nodes(one.getValue(), name + "/" + one.getKey()))
                : node.valueStream().flatMap(one -> nodes(one, name + "/"));
        return Stream.concat(Stream.of(new Place(name, node)), children);
    }

    private static List<String> texts(JsonNode schema) {
        return schema.path("examples")
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .toList();
    }

    private static Stream<JsonNode> operations() {
        return Gateway.WHOLE.api().path("paths").valueStream().flatMap(JsonNode::valueStream);
    }

    private static String official(String file) throws IOException {
        try (InputStream schema = OfficialSchemasTest.class.getResourceAsStream("/official/" + file)) {
            return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String output(List<String> command, String input) throws Exception {
        Process process = new ProcessBuilder(new ArrayList<>(command))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return printed;
    }
}
