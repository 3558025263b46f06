package encore.kernel.publicnames;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The names that public calls brought into an account; prints as {@code publicnames.<account>}. */
public record PublicNamesId(long account) implements StreamId {

    @JsonCreator
    public static PublicNamesId parse(String text) {
        return new PublicNamesId(Long.parseLong(StreamNames.split(text, "publicnames", 2)[1]));
    }

    @Override
    public String toString() {
        return "publicnames." + account;
    }
}
