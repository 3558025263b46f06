package encore.api.live;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.InvalidValueException;
import encore.api.wire.ValueType;
import encore.api.wire.Wire;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A client's request to follow a stream. The payload of RSocket's request-stream is the same JSON.
 *
 * @param data the whole JSON: the stream's own filters stand beside the fields that all requests have
 */
public record SubscribeRequest(
        String stream,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long after,
        @JsonIgnore JsonNode data) {

    private static final String PAGE_TAB = "page_tab_id";
    private static final ValueType PAGE_TAB_TYPE = Objects.requireNonNull(ValueType.of(Long.class, Integer.MAX_VALUE));

    /** Reads a request; throws a {@link Problem} that names a wrong field. */
    public static SubscribeRequest fromJson(JsonNode data) {
        String stream = text(data, "stream");
        return new SubscribeRequest(stream == null ? "" : stream, number(data, "after"), data);
    }

    /** Reads the stream's filter; throws a {@link Problem} that names a wrong or missing field. */
    <F extends Record> F filter(Class<F> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = Arrays.stream(components).map(this::value).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be used as a filter", e);
        }
    }

    private @Nullable Object value(RecordComponent component) {
        String name = Wire.name(component.getName());
        Class<?> type = component.getType();
        if (type == List.class) {
            return texts(data, name);
        }
        Object value = type == String.class ? text(data, name) : number(data, name);
        if (value == null && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            throw Problem.input(name, ErrorCode.REQUIRED, "is required");
        }
        return value;
    }

    /**
     * Returns the campaigns that the request names, in the stream's name or as a filter. Throws a {@link Problem} for a
     * text that is no id.
     */
    Set<Long> pageTabs(LiveStream.Definition<?> definition) {
        boolean isPart = !definition.hasFixedName() && definition.partName().equals(PAGE_TAB);
        JsonNode filter = data.path(PAGE_TAB);
        Set<Long> named = new HashSet<>();
        try {
            Object inName = isPart ? PAGE_TAB_TYPE.ofText(definition.nameSuffix(stream)) : null;
            Object inFilter = filter.isMissingNode() || filter.isNull() ? null : PAGE_TAB_TYPE.ofJson(filter);
            Stream.of(Optional.ofNullable(inName), Optional.ofNullable(inFilter))
                    .flatMap(Optional::stream)
                    .forEach(value -> named.add((Long) value));
        } catch (InvalidValueException wrong) {
            throw Problem.input(List.of(wrong.toFieldError(PAGE_TAB)));
        }
        return named;
    }

    static @Nullable String text(JsonNode data, String name) {
        String text = data.path(name).asString("");
        return text.isEmpty() ? null : text;
    }

    private static List<String> texts(JsonNode data, String name) {
        var texts = new ArrayList<String>();
        data.path(name).forEach(text -> texts.add(text.asString("")));
        return texts;
    }

    private static @Nullable Long number(JsonNode data, String name) {
        JsonNode value = data.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw Problem.input(name, ErrorCode.TYPE, "must be a whole number from 0");
        }
        return value.asLong();
    }
}
