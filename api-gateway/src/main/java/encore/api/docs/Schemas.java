package encore.api.docs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import encore.api.binding.NullableAnswer;
import encore.api.paging.Listing;
import encore.api.paging.NamesPaging;
import encore.api.paging.Pages;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.api.wire.NdjsonLines;
import encore.api.wire.StreamedListing;
import encore.api.wire.Wire;
import encore.kernel.time.WireTime;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpEntity;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns the answers of handlers into JSON Schema, under the names of the wire. */
public final class Schemas {

    private final Map<String, ObjectNode> named = new LinkedHashMap<>();
    private final Map<String, Class<?>> owners = new LinkedHashMap<>();

    /** Returns the records described so far, by name. */
    public Map<String, ObjectNode> named() {
        return named;
    }

    /** Describes the answer of a handler. */
    ObjectNode answer(EndpointDescription endpointDescription) {
        ObjectNode answer = answer(
                endpointDescription.code().getGenericReturnType(),
                endpointDescription.code().getDeclaringClass());
        return endpointDescription.code().isAnnotationPresent(NullableAnswer.class) ? nullable(answer) : answer;
    }

    private ObjectNode answer(Type type, Class<?> controller) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Flux.class.isAssignableFrom(raw)) {
                if (arguments[0] == DataBuffer.class) {
                    return formatted("string", "binary");
                }
                return array(of(arguments[0]));
            }
            if (raw == ListOrPage.class) {
                return either(List.of(array(of(arguments[0])), page(arguments[0], NamesPaging.NEXT, controller)));
            }
            if (raw == NdjsonLines.class) {
                return of(arguments[0]);
            }
            if (Publisher.class.isAssignableFrom(raw) || HttpEntity.class.isAssignableFrom(raw)) {
                return answer(arguments[0], controller);
            }
            if (raw == Listing.class || raw == StreamedListing.class) {
                String page = pageName(arguments[1], controller);
                return page(page, meta(arguments[0], controller, page), arguments[1]);
            }
        }
        return type instanceof Class<?> steps && steps.isSealed() ? oneOf(steps) : of(type);
    }

    /**
     * Describes an answer that is one of several records, as a schema of its own that has the fields of all. Clients are
     * generated from it that hold whichever came; from a choice between references the Java client reads none.
     */
    private ObjectNode oneOf(Class<?> choice) {
        ObjectNode object = schema("object");
        ObjectNode properties = object.putObject("properties");
        ArrayNode choices = object.putArray("oneOf");
        for (Class<?> record : choice.getPermittedSubclasses()) {
            List<String> required = new ArrayList<>();
            fields(record, properties, required);
            choices.add(requiring(anything().put("title", name(record)), required));
        }
        String name = name(choice);
        named.put(name, object);
        return reference(name);
    }

    /** Returns the name that generated clients give to a page: that of its rows, and {@code Page}. */
    private static String pageName(Type row, Class<?> controller) {
        String managed = controller.getSimpleName().startsWith("Managed") ? "Managed" : "";
        return managed + plainName(row) + "Page";
    }

    private static String plainName(Type type) {
        return type.getTypeName().replaceFirst("^.*\\.", "").replace("$", "");
    }

    private ObjectNode page(Type row, Pages.Next next, Class<?> controller) {
        String page = pageName(row, controller);
        return page(page, meta(names(next), page), row);
    }

    private ObjectNode page(String name, ObjectNode meta, Type row) {
        ObjectNode object = schema("object").put("title", name);
        object.putObject("properties").set("meta", meta).set("data", array(of(row)));
        return requiring(object, List.of("meta", "data"));
    }

    private static Map<String, ObjectNode> names(Pages.Next next) {
        Map<String, ObjectNode> names = new LinkedHashMap<>();
        names.put("page_size", integer("int32"));
        names.put(next.key(), next.always() ? nullable(schema("string")) : schema("string"));
        names.put("count", integer("int32"));
        return names;
    }

    /** Describes the meta of a page. Its names come from the paging that the controller keeps in a static field. */
    private ObjectNode meta(Type type, Class<?> controller, String page) {
        Map<String, ObjectNode> names = new LinkedHashMap<>();
        if (type == Pages.WindowMeta.class) {
            String id = spelling(controller, Pages.Window.class).id();
            names.put("order", choice(List.of("asc", "desc")));
            names.put("min_" + id, nullable(integer("int64")));
            names.put("max_" + id, nullable(integer("int64")));
        } else if (type == Pages.NextMeta.class) {
            names.putAll(names(spelling(controller, Pages.Next.class)));
        } else if (type == Pages.TimesMeta.class) {
            Pages.Times times = spelling(controller, Pages.Times.class);
            names.put("min_" + times.key(), nullable(schema("string")));
            names.put("max_" + times.key(), nullable(schema("string")));
            names.put(times.count(), integer("int32"));
        } else {
            return of(type);
        }
        return meta(names, page);
    }

    private static ObjectNode meta(Map<String, ObjectNode> names, String page) {
        ObjectNode object = schema("object").put("title", page + "Meta");
        object.putObject("properties").setAll(names);
        return object;
    }

    private static <S> S spelling(Class<?> controller, Class<S> kind) {
        for (Field field : controller.getDeclaredFields()) {
            if (field.getType() == kind && Modifier.isStatic(field.getModifiers())) {
                try {
                    field.setAccessible(true);
                    return kind.cast(field.get(null));
                } catch (IllegalAccessException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
        throw new IllegalStateException(controller.getSimpleName() + " keeps no static " + kind.getSimpleName());
    }

    private ObjectNode of(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                return array(of(arguments[0]));
            }
            if (Map.class.isAssignableFrom(raw)) {
                ObjectNode object = schema("object");
                object.set("additionalProperties", of(arguments[1]));
                return object;
            }
            return of(raw);
        }
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        return anything();
    }

    /** Describes how a value of this type is written on the wire. A record becomes a named schema. */
    public ObjectNode of(Class<?> type) {
        if (type == String.class) {
            return schema("string");
        }
        if (type == boolean.class || type == Boolean.class) {
            return schema("boolean");
        }
        if (type == long.class || type == Long.class) {
            return integer("int64");
        }
        if (type == int.class || type == Integer.class) {
            return integer("int32");
        }
        if (type == double.class || type == Double.class || type == BigDecimal.class) {
            return schema("number");
        }
        if (type == LocalDate.class) {
            return formatted("string", "date");
        }
        if (type == UUID.class) {
            return formatted("string", "uuid");
        }
        if (type == ZoneId.class || type == LocalTime.class) {
            return schema("string");
        }
        if (JsonNode.class.isAssignableFrom(type)) {
            return anything();
        }
        if (type.isEnum()) {
            return choice(Arrays.stream(type.getEnumConstants())
                    .map(constant -> Wire.value((Enum<?>) constant))
                    .toList());
        }
        if (isText(type)) {
            return schema("string");
        }
        if (type.isRecord()) {
            return reference(type);
        }
        if (type.isSealed()) {
            return either(Arrays.stream(type.getPermittedSubclasses())
                            .map(this::of)
                            .toList())
                    .put("title", plainName(type));
        }
        throw new IllegalStateException("No answer can hold a " + type.getName());
    }

    /** Returns whether a record is written as one string, as ids are. */
    private static boolean isText(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method ->
                        method.isAnnotationPresent(JsonValue.class) && method.getReturnType() == String.class);
    }

    private ObjectNode reference(Class<?> record) {
        String name = name(record);
        if (!named.containsKey(name)) {
            named.put(name, schema("object")); // A record may contain itself.
            named.put(name, object(record));
        }
        return reference(name);
    }

    /** Returns a reference to a named schema. */
    static ObjectNode reference(String name) {
        return anything().put("$ref", "#/components/schemas/" + name);
    }

    /** Returns a record's simple name, after that of its enclosing class if it has one: {@code Fan.Identifier}. */
    private String name(Class<?> record) {
        Class<?> outer = record.getEnclosingClass();
        String name = outer == null
                ? record.getSimpleName()
                : outer.getSimpleName().replace("Controller", "") + "." + record.getSimpleName();
        // Generators leave out the dot.
        Class<?> owner = owners.putIfAbsent(name.replace(".", ""), record);
        if (owner != null && owner != record) {
            throw new IllegalStateException("Two answers are named " + name + ": " + owner + " and " + record);
        }
        return name;
    }

    /** Describes the fields of a record. */
    public ObjectNode object(Class<?> record) {
        ObjectNode object = schema("object");
        List<String> required = new ArrayList<>();
        fields(record, object.putObject("properties"), required);
        return requiring(object, required);
    }

    /**
     * Adds the fields of a record. Of several records that are written in its place and may be null one is given, so the
     * fields that all of them have are required.
     */
    private void fields(Class<?> record, ObjectNode properties, List<String> required) {
        List<List<String>> alternatives = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            AnnotatedElement accessor = component.getAccessor();
            if (accessor.isAnnotationPresent(JsonIgnore.class)) {
                continue;
            }
            boolean absent = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (accessor.isAnnotationPresent(JsonUnwrapped.class)) {
                List<String> inPlace = new ArrayList<>();
                fields(component.getType(), properties, inPlace);
                if (absent) {
                    alternatives.add(inPlace);
                } else {
                    required.addAll(inPlace);
                }
                continue;
            }
            JsonInclude own = accessor.getAnnotation(JsonInclude.class);
            JsonInclude include = own == null ? record.getAnnotation(JsonInclude.class) : own;
            boolean left = include != null && include.value() != JsonInclude.Include.ALWAYS;
            fields(component).forEach((name, schema) -> {
                properties.set(name, absent && !left ? nullable(schema) : schema);
                if (!left) {
                    required.add(name);
                }
            });
        }
        alternatives.stream()
                .reduce((some, more) -> some.stream().filter(more::contains).toList())
                .ifPresent(required::addAll);
    }

    private Map<String, ObjectNode> fields(RecordComponent component) {
        String name = Wire.name(component.getName());
        if (component.getType() != Instant.class) {
            return Map.of(name, of(component.getGenericType()));
        }
        WireTime time = component.getAccessor().getAnnotation(WireTime.class);
        if (time == null) {
            throw new IllegalStateException("How is this time written? " + component.getDeclaringRecord() + " " + name);
        }
        Map<String, ObjectNode> fields = new LinkedHashMap<>();
        if (time.value() != WireTime.Form.ISO) {
            fields.put(name, integer("int64").put("description", "Unix seconds."));
        }
        if (time.value() != WireTime.Form.SECONDS) {
            String iso = time.value() == WireTime.Form.BOTH ? name + "_iso" : name;
            fields.put(iso, formatted("string", "date-time").put("description", "ISO 8601 in UTC."));
        }
        return fields;
    }

    static ObjectNode anything() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode schema(String type) {
        return anything().put("type", type);
    }

    static ObjectNode formatted(String type, String format) {
        return schema(type).put("format", format);
    }

    static ObjectNode integer(String format) {
        return formatted("integer", format);
    }

    private static ObjectNode choice(List<String> values) {
        return schema("string").set("enum", strings(values));
    }

    private static ObjectNode either(List<ObjectNode> schemas) {
        ObjectNode either = anything();
        either.putArray("anyOf").addAll(schemas);
        return either;
    }

    static ObjectNode array(ObjectNode items) {
        return schema("array").set("items", items);
    }

    static ObjectNode requiring(ObjectNode object, List<String> names) {
        return names.isEmpty()
                ? object
                : object.set("required", strings(names.stream().sorted().toList()));
    }

    static ArrayNode strings(Collection<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    static ObjectNode nullable(ObjectNode schema) {
        if (schema.has("$ref")) {
            return either(List.of(schema, schema("null")));
        }
        if (schema.get("anyOf") instanceof ArrayNode choices) {
            choices.add(schema("null"));
            return schema;
        }
        if (schema.has("type")) { // Without a type it may be anything, null too.
            schema.set("type", strings(List.of(schema.get("type").asString(), "null")));
            if (schema.get("enum") instanceof ArrayNode values) {
                values.addNull();
            }
        }
        return schema;
    }
}
