package encore.api.live;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.binding.FrameFields;
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

    /** The fields that requests for all streams may have. */
    private static final Set<String> COMMON_FIELDS = Set.of("stream", "after", PAGE_TAB);

    private static final ValueType PAGE_TAB_TYPE = Objects.requireNonNull(ValueType.of(Long.class, Integer.MAX_VALUE));

    /** Reads a request; throws a {@link Problem} that names a wrong field. */
    public static SubscribeRequest fromJson(JsonNode data) {
        String stream = text(data, "stream");
        return new SubscribeRequest(stream == null ? "" : stream, number(data, "after"), data);
    }

    /** Refuses fields that a request for a room does not have; throws a {@link Problem} that names them. */
    public void mustHaveNoFilter() {
        FrameFields.require(data, COMMON_FIELDS);
    }

    /** Reads the stream's filter; throws a {@link Problem} that names a wrong, missing or unknown field. */
    <F extends Record> F filter(Class<F> type) {
        RecordComponent[] components = type.getRecordComponents();
        Set<String> known = new HashSet<>(COMMON_FIELDS);
        for (RecordComponent component : components) {
            known.add(Wire.name(component.getName()));
        }
        FrameFields.require(data, known);
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
        JsonNode value = data.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        String text = requireText(value, name);
        return text.isEmpty() ? null : text;
    }

    /** Returns the texts of a list. One text is a list of one. */
    private static List<String> texts(JsonNode data, String name) {
        JsonNode value = data.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            return List.of(requireText(value, name));
        }
        var texts = new ArrayList<String>();
        value.forEach(text -> texts.add(requireText(text, name)));
        return texts;
    }

    private static String requireText(JsonNode value, String name) {
        if (!value.isString()) {
            throw Problem.input(name, ErrorCode.TYPE, "must be a text");
        }
        return value.asString();
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
