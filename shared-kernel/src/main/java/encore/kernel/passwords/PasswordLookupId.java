package encore.kernel.passwords;

import encore.kernel.StreamId;

/** One look-up of a password; prints as {@code password_lookup.<account>.<uid>}. Nothing is ever written there. */
@StreamId.Kind("password_lookup")
public record PasswordLookupId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
