package encore.infra.eventstore.heads;

import encore.infra.eventstore.codec.EventJson;
import encore.kernel.audit.SignedHead;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes signed heads as JSON: objects in sequence, or the array that {@code audit/heads} answers. */
public final class SignedHeadText {

    private static final JsonMapper JSON = EventJson.settings(JsonMapper.builder())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SignedHeadText() {}

    static String toLine(SignedHead head) {
        return JSON.writeValueAsString(head);
    }

    /** @throws IllegalArgumentException when the text contains anything else */
    public static List<SignedHead> parse(String text) {
        List<SignedHead> found = new ArrayList<>();
        try (MappingIterator<SignedHead> heads =
                JSON.readerFor(SignedHead.class).readValues(text)) {
            while (heads.hasNextValue()) {
                SignedHead head = heads.nextValue();
                if (head.hash() == null || head.signature() == null || head.publicKey() == null) {
                    throw new IllegalArgumentException("No signed heads");
                }
                found.add(head);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("No signed heads", e);
        }
        return found;
    }
}
