package encore.infra.eventstore.process;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one automation, changed in whole commits by the one process that owns them. Two adapters pass the same
 * {@code ProcessStoreContract}.
 */
public interface ProcessStore extends Entries {

    /**
     * Takes the ownership when nobody alive has it, and keeps it; to be called every now and then.
     *
     * @return whose it is now
     */
    Lease own();

    /** Tells whose it is; takes nothing. */
    Lease look();

    /** Gives the ownership up, so that another need not wait. */
    void release();

    /**
     * Changes all or nothing.
     *
     * @param changes null for what is removed
     * @throws NotOwner when another took the ownership meanwhile; nothing was changed
     */
    void commit(Map<String, @Nullable String> changes);

    /** Leaves a word for the owner; anyone may, and twice is once. */
    void leave(String note);

    /** Takes a word away again. */
    void take(String note);

    /**
     * An ownership.
     *
     * @param term grows with each new owner; 0 for one who does not own
     * @param owner a name for people; empty for nobody
     * @param notes what was left for the owner
     */
    record Lease(long term, String owner, Set<String> notes) {
        public Lease {
            notes = Set.copyOf(notes);
        }

        public boolean isMine() {
            return term > 0;
        }
    }

    /** Another process owns these entries now. */
    final class NotOwner extends RuntimeException {
        public NotOwner(String automation) {
            super("Another process owns the documents of " + automation, null, false, false);
        }
    }
}
