package encore.kernel.accounts;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** An account; prints as {@code account.<account>}. */
public record AccountId(long account) implements StreamId {

    @JsonCreator
    public static AccountId parse(String text) {
        return new AccountId(Long.parseLong(StreamNames.split(text, "account", 2)[1]));
    }

    @Override
    public String toString() {
        return "account." + account;
    }
}
