package encore.api.binding;

import encore.api.wire.Wire;
import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns a bound input record back into JSON that binds to an equal record. Cursors carry that JSON. */
public final class InputJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private InputJson() {}

    /** Returns the record's JSON without absent parameters and without those named. */
    public static <T> ObjectNode of(InputPlan<T> plan, T filled, Set<String> without) {
        ObjectNode json = NODES.objectNode();
        for (InputPlan.Part part : plan.parts()) {
            Object value = read(part, filled);
            if (value == null || without.contains(part.name())) {
                continue;
            }
            if (value instanceof Map<?, ?> family) {
                family.forEach((key, member) -> json.set(part.prefix() + key, node(part, member)));
            } else if (!(value instanceof Collection<?> list) || !list.isEmpty()) {
                json.set(part.name(), node(part, value));
            }
        }
        return json;
    }

    private static @Nullable Object read(InputPlan.Part part, Object filled) {
        try {
            var accessor = part.component().getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(filled);
        } catch (IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static JsonNode node(InputPlan.Part part, Object value) {
        return switch (value) {
            case Collection<?> list -> {
                ArrayNode array = NODES.arrayNode();
                list.forEach(element -> array.add(node(part, element)));
                yield array;
            }
            case JsonNode json -> json;
            case Boolean flag -> NODES.booleanNode(flag);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case BigDecimal number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(BigDecimal.valueOf(number));
            case Enum<?> constant -> NODES.stringNode(Wire.value(constant));
            default -> NODES.stringNode(value.toString());
        };
    }
}
