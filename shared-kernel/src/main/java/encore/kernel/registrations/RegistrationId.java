package encore.kernel.registrations;

import encore.kernel.StreamId;

/**
 * The stream of one registration; prints as {@code registration.<account>.<uid>}. Other systems name it by its key
 * instead.
 */
@StreamId.Kind("registration")
public record RegistrationId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
