package encore.infra.eventstore.heads;

import encore.kernel.audit.SignedHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores signed heads in the order of their times. */
public interface HeadStore {

    /** Stores a head, durable on return. */
    void save(SignedHead head);

    /** Returns the heads after a time, the oldest first. */
    List<SignedHead> after(long at, int limit);

    /** Returns the head that was stored last, null when there is none. */
    @Nullable
    SignedHead last();
}
