package encore.api.binding;

import encore.api.problems.Problem;
import encore.api.wire.StorableText;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON in a client's frames, over every transport. */
public final class FrameJson {

    /** Decimals are exact: a double that is infinite is no number that could be refused by its name. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private FrameJson() {}

    /** Reads the readable bytes of a buffer; throws a {@link Problem} for anything but JSON in valid UTF-8. */
    public static JsonNode read(ByteBuf bytes) {
        if (!StorableText.isUtf8(bytes)) {
            throw Problem.unreadable("broken-encoding", "The data must be encoded as UTF-8.");
        }
        try {
            return JSON.readTree(bytes.toString(StandardCharsets.UTF_8));
        } catch (JacksonException | NumberFormatException malformed) {
            throw Problem.unreadable("not-json", "The data of the payload must be JSON.");
        }
    }
}
