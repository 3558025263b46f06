package encore.kernel.people;

import encore.kernel.StreamId;

/** A person who works for an account. Its data is under a key of its own. Prints as {@code person.<account>.<uid>}. */
@StreamId.Kind("person")
public record PersonId(long account, String uid) implements StreamId {

    /** Returns the people to whom the person belongs. */
    public PeopleId people() {
        return new PeopleId(account);
    }

    /** Returns the name under which events and the journal know the person. It is not personal. */
    public String actor() {
        return actor(uid);
    }

    /** Returns the name under which events and the journal know a person. */
    public static String actor(String uid) {
        return "person:" + uid;
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
