package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.codec.PersonalValueReader;
import encore.infra.eventstore.verify.LogVerifier;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** An event as the log stores it, with payload and metadata parsed as JSON. */
public record ParsedEvent(
        byte[] commitId, int ordinal, long position, String stream, String type, JsonNode metadata, JsonNode payload) {

    /** The length of an encrypted empty text in base64: 12 bytes, two quotation marks and a tag of 16 bytes. */
    private static final int EMPTY_ENCRYPTED = 40;

    static ParsedEvent of(LogVerifier.Commit commit, LogVerifier.Event event) {
        return new ParsedEvent(
                commit.columns().id(),
                Math.toIntExact(event.position() - commit.columns().first()),
                event.position(),
                text(event.stream()),
                text(event.type()),
                json(event.metadata()),
                json(event.payload()));
    }

    /** Parses JSON. Other bytes were not written by Encore and count as missing. */
    static JsonNode json(byte[] bytes) {
        try {
            return EventJson.mapper().readTree(bytes);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Returns whether there is a text at a JSON pointer. */
    public boolean hasText(String pointer) {
        JsonNode value = payload.at(pointer);
        return value.isString() || value.isNumber();
    }

    /**
     * Returns whether the text is empty, which clears a value. This is visible without a key, even when it is
     * encrypted.
     */
    boolean isEmpty(String pointer) {
        String value = payload.at(pointer).asString("");
        return isEncrypted(pointer) ? value.length() == EMPTY_ENCRYPTED : value.isEmpty();
    }

    /** Returns the text at a JSON pointer; null when it is encrypted and its key is missing or destroyed. */
    public @Nullable String value(String pointer, @Nullable PersonalValueReader reader) {
        String value = payload.at(pointer).asString("");
        if (!isEncrypted(pointer)) {
            return value;
        }
        String subject = metadata.at("/personal/subject").asString("");
        JsonNode plain = reader == null ? null : reader.read(subject, value, commitId, ordinal, pointer);
        return plain == null ? null : plain.asString("");
    }

    private boolean isEncrypted(String pointer) {
        for (JsonNode field : metadata.at("/personal/fields")) {
            if (field.asString("").equals(pointer)) {
                return true;
            }
        }
        return false;
    }
}
