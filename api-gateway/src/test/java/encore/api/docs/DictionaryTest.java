package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks that each parameter, field and tag of both documents is described, with a valid example. */
class DictionaryTest {

    private static final JsonNode API = Gateway.WHOLE.api();
    private static final JsonNode STREAMS = Gateway.WHOLE.streams();

    /** Everything that has a description, by place and name; the place is as in the dictionary's rows. */
    private static final SchemaRegistryConfig WITH_FORMATS =
            SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();

    private static final Map<String, Named> ALL = all();

    private record Named(JsonNode described, JsonNode schema) {}

    @Test
    void every_parameter_and_every_field_is_described() {
        assertThat(ALL).hasSizeGreaterThan(1_500);
        assertThat(ALL.entrySet().stream()
                        .filter(named -> !named.getValue()
                                .described()
                                .path("description")
                                .asString("")
                                .endsWith("."))
                        .map(Map.Entry::getKey))
                .isEmpty();
    }

    @Test
    void every_tag_is_described_and_every_operation_has_a_summary() {
        assertThat(API.path("tags").valueStream())
                .isNotEmpty()
                .allSatisfy(tag -> assertThat(tag.path("description").asString())
                        .as(tag.toString())
                        .endsWith("."));
        assertThat(API.path("paths").valueStream().flatMap(JsonNode::valueStream))
                .allSatisfy(operation ->
                        assertThat(operation.path("summary").asString()).isNotBlank());
    }

    /** A schema that refers to another one, or holds rows of it, has its examples in the other. */
    @Test
    void every_parameter_and_every_field_has_an_example() {
        assertThat(ALL.entrySet().stream()
                        .filter(named ->
                                named.getValue().schema().path("examples").isMissingNode()
                                        && !named.getKey().contains(".Encore-")
                                        && !named.getKey().contains(".Idempotency-")
                                        && !refers(named.getValue().schema()))
                        .map(named -> named.getKey() + " " + named.getValue().schema()))
                .isEmpty();
    }

    @Test
    void every_example_is_valid() {
        List<String> wrong = new ArrayList<>();
        ALL.forEach((name, named) -> {
            named.schema().path("examples").forEach(example -> check(name, named.schema(), example, wrong));
            if (named.described().has("example")) {
                check(name, named.schema(), named.described().path("example"), wrong);
            }
        });
        API.path("paths")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .forEach(operation -> operation.at("/requestBody/content").forEach(content -> {
                    if (content.has("example")) {
                        String id = operation.path("operationId").asString();
                        check(id, content.path("schema"), content.path("example"), wrong);
                    }
                }));
        assertThat(wrong).isEmpty();
    }

    @Test
    void every_default_is_valid() {
        List<String> wrong = new ArrayList<>();
        ALL.forEach((name, named) -> {
            if (named.schema().has("default")) {
                check(name, named.schema(), named.schema().path("default"), wrong);
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void the_dictionary_describes_nothing_that_is_not_there() {
        var names = new TreeSet<String>();
        ALL.keySet().forEach(name -> {
            names.add(name);
            String field = name.substring(name.lastIndexOf('.') + 1);
            names.add(field);
            names.add(EventSchemas.family(name) + "." + field);
        });
        assertThat(new Dictionary().rows()).isNotEmpty();
        assertThat(new Dictionary().rows().stream().filter(row -> !names.contains(row)))
                .isEmpty();
        assertThat(Dictionary.read("examples.json").propertyNames())
                .isSubsetOf(API.path("paths")
                        .valueStream()
                        .flatMap(JsonNode::valueStream)
                        .map(operation -> operation.path("operationId").asString())
                        .toList());
    }

    private static boolean refers(JsonNode schema) {
        return schema.has("$ref")
                || schema.has("anyOf")
                || schema.has("properties")
                || schema.has("const")
                || schema.path("type").toString().contains("array") && refers(schema.path("items"));
    }

    private static Map<String, Named> all() {
        Map<String, Named> all = new LinkedHashMap<>();
        API.at("/components/schemas").properties().forEach(schema -> fields(schema.getKey(), schema.getValue(), all));
        API.path("paths").valueStream().flatMap(JsonNode::valueStream).forEach(operation -> {
            String id = operation.path("operationId").asString();
            operation
                    .path("parameters")
                    .forEach(parameter -> all.put(
                            id + "." + parameter.path("name").asString(),
                            new Named(parameter, parameter.path("schema"))));
            operation
                    .at("/responses/200/content")
                    .forEach(content -> fields(id + "Answer", content.path("schema"), all));
        });
        STREAMS.at("/components/schemas")
                .properties()
                .forEach(schema -> fields(schema.getKey(), schema.getValue(), all));
        STREAMS.at("/components/messages").properties().forEach(message -> {
            Map<String, Named> fields = new LinkedHashMap<>();
            fields("Frame", message.getValue().path("payload"), fields);
            fields.forEach((name, field) ->
                    all.merge(name, field, (one, other) -> one.described().has("description") ? other : one));
        });
        return all;
    }

    private static void fields(String place, JsonNode schema, Map<String, Named> all) {
        schema.path("properties").properties().forEach(field -> {
            all.put(place + "." + field.getKey(), new Named(field.getValue(), field.getValue()));
            fields(place, field.getValue(), all);
            fields(place, field.getValue().path("items"), all);
        });
        JsonNode more = schema.path("additionalProperties");
        for (JsonNode family : more.has("anyOf") ? more.path("anyOf") : List.of(more)) {
            if (family.has(ParameterSchemas.PREFIX)) {
                all.put(place + "." + family.path(ParameterSchemas.PREFIX).asString() + "*", new Named(family, family));
            }
        }
    }

    private static void check(String name, JsonNode schema, JsonNode example, List<String> wrong) {
        var checked = (ObjectNode) schema.deepCopy();
        if (!schema.findValues("$ref").isEmpty()) {
            checked.set("components", API.path("components"));
        }
        SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12, registry -> registry.schemaRegistryConfig(WITH_FORMATS))
                .getSchema(checked)
                .validate(example)
                .forEach(problem -> wrong.add(name + " " + example + ": " + problem));
    }
}
