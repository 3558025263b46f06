package encore.kernel.fields;

import encore.kernel.StreamId;

/** The custom fields of an account; prints as {@code fields.<account>}. */
@StreamId.Kind("fields")
public record FieldsId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
