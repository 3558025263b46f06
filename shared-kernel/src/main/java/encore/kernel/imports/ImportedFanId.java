package encore.kernel.imports;

import encore.kernel.StreamId;

/** A row of an import that brought a fan; prints as {@code imported_fan.<account>.<uid>}. */
@StreamId.Kind("imported_fan")
public record ImportedFanId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
