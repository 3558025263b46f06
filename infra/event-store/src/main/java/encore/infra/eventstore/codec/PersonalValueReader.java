package encore.infra.eventstore.codec;

import encore.infra.eventstore.keys.KeyStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Decrypts single personal values for code that reads payloads without their records. */
public final class PersonalValueReader {

    private final KeyStore keys;

    public PersonalValueReader(KeyStore keys) {
        this.keys = keys;
    }

    /**
     * Decrypts a value.
     *
     * @param pointer the JSON pointer of the value in the payload
     * @return null when the subject has no key, or no longer has one
     */
    public @Nullable JsonNode read(String subject, String encrypted, byte[] commitId, int ordinal, String pointer) {
        byte[] key = keys.find(subject);
        return key == null
                ? null
                : EventJson.mapper()
                        .readTree(
                                PersonalCipher.decrypt(PersonalCipher.of(key), encrypted, commitId, ordinal, pointer));
    }
}
