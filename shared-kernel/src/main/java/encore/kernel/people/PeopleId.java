package encore.kernel.people;

import encore.kernel.StreamId;

/** The people of an account: their roles and states, without anything personal. Prints as {@code people.<account>}. */
@StreamId.Kind("people")
public record PeopleId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
