package encore.infra.eventstore.process;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one automation. Only the process that owns them changes them, in whole commits. Two adapters pass the
 * same {@code ProcessStoreContract}.
 */
public interface ProcessStore extends EntryReader {

    /**
     * Takes the ownership unless another live process has it, or renews it. The owner calls this again and again.
     *
     * @return the current lease
     */
    Lease acquireLease();

    /** Returns the current lease without taking the ownership. */
    Lease currentLease();

    /** Gives up the ownership, so that another process need not wait for the lease to expire. */
    void release();

    /**
     * Writes all changes or none.
     *
     * @param changes the new values by key; null removes an entry
     * @throws NotOwner when another process took the ownership meanwhile; then nothing was changed
     */
    void commit(Map<String, @Nullable String> changes);

    /** Adds a note for the owner. Every process may do this. Adding the same note twice has no further effect. */
    void addNote(String note);

    /** Removes a note. */
    void removeNote(String note);

    /**
     * The ownership of an automation's entries, as this process sees it.
     *
     * @param term increases with each new owner; 0 when this process is not the owner
     * @param owner a readable name; empty when there is no owner
     * @param notes the notes for the owner
     */
    record Lease(long term, String owner, Set<String> notes) {
        public Lease {
            notes = Set.copyOf(notes);
        }

        public boolean isHeldHere() {
            return term > 0;
        }
    }

    /** Thrown when another process owns the entries now. */
    final class NotOwner extends RuntimeException {
        public NotOwner(String automation) {
            super("Another process owns the documents of the automation " + automation, null, false, false);
        }
    }
}
