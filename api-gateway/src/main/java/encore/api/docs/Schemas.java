package encore.api.docs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import encore.api.http.Lines;
import encore.api.http.Listing;
import encore.api.http.Pages;
import encore.api.http.Parameter;
import encore.api.http.Streamed;
import encore.api.http.Wire;
import encore.kernel.WireTime;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpEntity;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** Turns what handlers take and answer into JSON Schema, under the names of the wire. */
public final class Schemas {

    private final Map<String, Schema<?>> named = new LinkedHashMap<>();
    private final Map<String, Class<?>> owners = new LinkedHashMap<>();

    /** The records met so far, by name. */
    public Map<String, Schema<?>> named() {
        return named;
    }

    /** What a handler answers. */
    Schema<?> answer(Handler handler) {
        return answer(handler.code().getGenericReturnType(), handler.code().getDeclaringClass());
    }

    private Schema<?> answer(Type type, Class<?> controller) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Flux.class.isAssignableFrom(raw)) {
                if (arguments[0] == DataBuffer.class) {
                    return formatted("string", "binary");
                }
                return array(answer(arguments[0], controller));
            }
            if (raw == Lines.class) {
                return of(arguments[0]);
            }
            if (Publisher.class.isAssignableFrom(raw) || HttpEntity.class.isAssignableFrom(raw)) {
                return answer(arguments[0], controller);
            }
            if (raw == Listing.class || raw == Streamed.class) {
                Schema<?> object = schema("object");
                object.addProperty("meta", meta(arguments[0], controller));
                object.addProperty("data", array(of(arguments[1])));
                object.setRequired(List.of("meta", "data"));
                return object;
            }
        }
        return of(type);
    }

    /** The meta of a spelling takes its names from the spelling that the controller keeps. */
    private Schema<?> meta(Type type, Class<?> controller) {
        Map<String, Schema<?>> names = new LinkedHashMap<>();
        if (type == Pages.WindowMeta.class) {
            String id = spelling(controller, Pages.Window.class).id();
            Schema<?> order = schema("string");
            order.setEnum(cast(List.of("asc", "desc")));
            names.put("order", order);
            names.put("min_" + id, nullable(integer("int64")));
            names.put("max_" + id, nullable(integer("int64")));
        } else if (type == Pages.NextMeta.class) {
            names.put("page_size", integer("int32"));
            names.put(spelling(controller, Pages.Next.class).key(), schema("string"));
            names.put("count", integer("int32"));
        } else if (type == Pages.TimesMeta.class) {
            String key = spelling(controller, Pages.Times.class).key();
            names.put("min_" + key, nullable(schema("string")));
            names.put("max_" + key, nullable(schema("string")));
            names.put("count", integer("int32"));
        } else {
            return of(type);
        }
        Schema<?> object = schema("object");
        names.forEach(object::addProperty);
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

    private Schema<?> of(Type type) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            Type[] arguments = generic.getActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                return array(of(arguments[0]));
            }
            if (Map.class.isAssignableFrom(raw)) {
                Schema<?> object = schema("object");
                object.setAdditionalProperties(of(arguments[1]));
                return object;
            }
            return of(raw);
        }
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        return new JsonSchema();
    }

    /** What a value of this type looks like on the wire; a record is named, and referred to. */
    public Schema<?> of(Class<?> type) {
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
        if (JsonNode.class.isAssignableFrom(type)) {
            return new JsonSchema();
        }
        if (type.isEnum()) {
            Schema<?> choice = schema("string");
            choice.setEnum(cast(Arrays.stream(type.getEnumConstants())
                    .map(constant -> Wire.value((Enum<?>) constant))
                    .toList()));
            return choice;
        }
        if (isText(type)) {
            return schema("string");
        }
        if (type.isRecord()) {
            return reference(type);
        }
        if (type.isSealed()) {
            Schema<?> either = new JsonSchema();
            for (Class<?> one : type.getPermittedSubclasses()) {
                either.addAnyOfItem(of(one));
            }
            return either;
        }
        throw new IllegalStateException("No answer can hold a " + type.getName());
    }

    /** Ids are records with a form of one string. */
    private static boolean isText(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method ->
                        method.isAnnotationPresent(JsonValue.class) && method.getReturnType() == String.class);
    }

    private Schema<?> reference(Class<?> record) {
        String name = name(record);
        if (!named.containsKey(name)) {
            named.put(name, schema("object")); // A record may hold itself.
            named.put(name, object(record));
        }
        Schema<?> reference = new JsonSchema();
        reference.set$ref("#/components/schemas/" + name);
        return reference;
    }

    /** A record's simple name, after its owner's when it has one: {@code Fan.Identifier}. */
    private String name(Class<?> record) {
        Class<?> outer = record.getEnclosingClass();
        String name = outer == null
                ? record.getSimpleName()
                : outer.getSimpleName().replace("Controller", "") + "." + record.getSimpleName();
        Class<?> owner = owners.putIfAbsent(name, record);
        if (owner != null && owner != record) {
            throw new IllegalStateException("Two answers are named " + name + ": " + owner + " and " + record);
        }
        return name;
    }

    private Schema<?> object(Class<?> record) {
        Schema<?> object = schema("object");
        Set<String> required = new LinkedHashSet<>();
        fields(record, object, required);
        object.setRequired(List.copyOf(required));
        return object;
    }

    private void fields(Class<?> record, Schema<?> object, Set<String> required) {
        for (RecordComponent component : record.getRecordComponents()) {
            AnnotatedElement accessor = component.getAccessor();
            if (accessor.isAnnotationPresent(JsonIgnore.class)) {
                continue;
            }
            if (accessor.isAnnotationPresent(JsonUnwrapped.class)) {
                fields(component.getType(), object, required);
                continue;
            }
            boolean absent = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            JsonInclude include = accessor.getAnnotation(JsonInclude.class);
            boolean left = include != null && include.value() != JsonInclude.Include.ALWAYS;
            fields(component).forEach((name, schema) -> {
                object.addProperty(name, absent && !left ? nullable(schema) : schema);
                if (!left) {
                    required.add(name);
                }
            });
        }
    }

    private Map<String, Schema<?>> fields(RecordComponent component) {
        String name = Wire.name(component.getName());
        if (component.getType() != Instant.class) {
            return Map.of(name, of(component.getGenericType()));
        }
        WireTime time = component.getAccessor().getAnnotation(WireTime.class);
        if (time == null) {
            throw new IllegalStateException("How is this time written? " + component.getDeclaringRecord() + " " + name);
        }
        Map<String, Schema<?>> fields = new LinkedHashMap<>();
        if (time.value() != WireTime.Form.ISO) {
            Schema<?> seconds = integer("int64");
            seconds.setDescription("Unix seconds.");
            fields.put(name, seconds);
        }
        if (time.value() != WireTime.Form.SECONDS) {
            String iso = time.value() == WireTime.Form.BOTH ? name + "_iso" : name;
            fields.put(iso, formatted("string", "date-time"));
        }
        return fields;
    }

    /** An input record as a body. */
    static Schema<?> body(List<Parameter> parameters, List<String> notYet) {
        Schema<?> object = schema("object");
        List<String> required = parameters.stream()
                .filter(Parameter::required)
                .map(Parameter::name)
                .toList();
        Map<String, Schema> families = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            if (parameter.family()) {
                families.put("^" + parameter.name(), value(parameter));
            } else {
                object.addProperty(parameter.name(), of(parameter));
            }
        }
        if (!families.isEmpty()) {
            object.setPatternProperties(families);
        }
        if (!required.isEmpty()) {
            object.setRequired(required);
        }
        if (!notYet.isEmpty()) {
            object.setDescription("Not supported yet, and refused: " + String.join(", ", notYet) + ".");
        }
        return object;
    }

    /** One parameter. */
    static Schema<?> of(Parameter parameter) {
        Schema<?> schema = value(parameter);
        if (parameter.list()) {
            schema = array(schema);
            schema.setMaxItems(parameter.maxItems());
        }
        schema.setDescription(parameter.about());
        return schema;
    }

    private static Schema<?> value(Parameter parameter) {
        if (parameter.type().equals("object")) {
            return body(parameter.rows(), List.of());
        }
        Schema<?> schema = parameter.type().equals("any") ? new JsonSchema() : schema(parameter.type());
        schema.setFormat(parameter.format());
        schema.setMinLength(parameter.minLength());
        schema.setMaxLength(parameter.maxLength());
        schema.setMinimum(parameter.min());
        schema.setMaximum(parameter.max());
        schema.setPattern(parameter.pattern());
        if (!parameter.values().isEmpty()) {
            schema.setEnum(cast(parameter.values()));
        }
        return schema;
    }

    private static Schema<?> schema(String type) {
        Schema<?> schema = new JsonSchema();
        schema.setTypes(new LinkedHashSet<>(List.of(type)));
        return schema;
    }

    private static Schema<?> formatted(String type, String format) {
        Schema<?> schema = schema(type);
        schema.setFormat(format);
        return schema;
    }

    private static Schema<?> integer(String format) {
        return formatted("integer", format);
    }

    private static Schema<?> array(Schema<?> items) {
        Schema<?> array = schema("array");
        array.setItems(items);
        return array;
    }

    private static Schema<?> nullable(Schema<?> schema) {
        if (schema.getTypes() != null) {
            schema.addType("null");
            if (schema.getEnum() != null) {
                List<@Nullable Object> values = new ArrayList<>(schema.getEnum());
                values.add(null);
                schema.setEnum(cast(values));
            }
            return schema;
        }
        if (schema.get$ref() == null) {
            return schema; // Without a type it may be anything, null too.
        }
        Schema<?> either = new JsonSchema();
        either.setAnyOf(List.of(schema, schema("null")));
        return either;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Swagger's enums have the schema's unknown type.
    private static <T> List<T> cast(List<?> values) {
        return (List) values;
    }
}
