package encore.kernel.fields;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The custom fields of an account; prints as {@code fields.<account>}. */
public record FieldsId(long account) implements StreamId {

    @JsonCreator
    public static FieldsId parse(String text) {
        return new FieldsId(Long.parseLong(StreamNames.split(text, "fields", 2)[1]));
    }

    @Override
    public String toString() {
        return "fields." + account;
    }
}
