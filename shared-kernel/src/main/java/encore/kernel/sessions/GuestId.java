package encore.kernel.sessions;

import encore.kernel.StreamId;

/** The session of a guest; prints as {@code guest.<account>.<session_ref>}. */
@StreamId.Kind("guest")
public record GuestId(long account, String ref) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
