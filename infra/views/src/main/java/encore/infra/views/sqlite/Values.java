package encore.infra.views.sqlite;

import encore.kernel.StreamId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Values of a {@link encore.infra.views.Where} as SQLite compares them with what is in the JSON. */
final class Values {

    private static final JsonMapper MAPPER = new JsonMapper();

    private Values() {}

    static @Nullable Object sql(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Long number -> number;
            case Integer number -> number.longValue();
            case Double number -> number;
            case Boolean flag -> flag ? 1L : 0L;
            case Instant time -> time.toEpochMilli();
            case Enum<?> constant -> constant.name();
            case StreamId id -> id.toString();
            default -> throw new IllegalArgumentException("Not a value to compare with: " + value.getClass());
        };
    }

    /** A list for {@code json_each}, so that the statement is the same for any length. */
    static String json(List<?> values) {
        return MAPPER.writeValueAsString(values.stream().map(Values::sql).toList());
    }
}
