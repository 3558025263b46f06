package encore.kernel.publicnames;

import encore.kernel.StreamId;

/** The names that public calls brought into an account; prints as {@code publicnames.<account>}. */
@StreamId.Kind("publicnames")
public record PublicNamesId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
