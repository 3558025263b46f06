package encore.kernel.accounts;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A key pair of an account by its public half; prints as {@code key.<account>.<api_key>}. */
public record KeyId(long account, String apiKey) implements StreamId {

    @JsonCreator
    public static KeyId parse(String text) {
        String[] parts = StreamNames.split(text, "key", 3);
        return new KeyId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "key." + account + "." + apiKey;
    }
}
