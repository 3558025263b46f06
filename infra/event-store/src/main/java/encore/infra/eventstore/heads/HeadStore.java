package encore.infra.eventstore.heads;

import encore.kernel.audit.SignedHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The signed heads that were kept, in the order of their times. */
public interface HeadStore {

    /** Keeps a head, durable on return. */
    void keep(SignedHead head);

    /** Those behind a time, from the oldest on. */
    List<SignedHead> after(long at, int limit);

    /** The one that was kept last, null when there is none. */
    @Nullable
    SignedHead last();
}
