package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads single personal values of events, for who folds payloads without their records. */
public final class PersonalReader {

    private final KeyStore keys;

    public PersonalReader(KeyStore keys) {
        this.keys = keys;
    }

    /**
     * A value that is encrypted under its subject's key.
     *
     * @param pointer where it stands in the payload
     * @return null when there is no such key, or none any more
     */
    public @Nullable JsonNode read(String subject, String encrypted, byte[] commitId, int ordinal, String pointer) {
        byte[] key = keys.find(subject);
        return key == null
                ? null
                : Json.mapper()
                        .readTree(
                                PersonalCipher.decrypt(PersonalCipher.of(key), encrypted, commitId, ordinal, pointer));
    }
}
