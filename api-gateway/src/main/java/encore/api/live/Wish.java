package encore.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.http.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a client asks to follow; the same JSON is the payload of RSocket's request-stream. */
record Wish(
        String stream,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long after,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> types,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long fanId,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String pointUid) {

    Wish {
        types = List.copyOf(types);
    }

    /** A {@link Problem} names the field that is wrong. */
    static Wish in(JsonNode data) {
        var types = new ArrayList<String>();
        data.path("types").forEach(type -> types.add(type.asString("")));
        String stream = text(data, "stream");
        return new Wish(
                stream == null ? "" : stream,
                number(data, "after"),
                types,
                number(data, "fan_id"),
                text(data, "point_uid"));
    }

    static @Nullable String text(JsonNode data, String name) {
        String text = data.path(name).asString("");
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Long number(JsonNode data, String name) {
        JsonNode value = data.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw Problem.input(name, "type", "must be a whole number from 0");
        }
        return value.asLong();
    }
}
