package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.util.List;

/** Repairs the side tables of a log that no process has open. */
public interface OfflineLog extends AutoCloseable {

    /** Returns the rows of the log as it is now. */
    SideTableRows rows();

    /** Returns the positions that the log's own stores know of. */
    List<Witness> witnesses();

    /**
     * Accepts the current end of a log that may have lost events, after an operator has decided that they will not come
     * back. Positions of automations and of erasures are set back to this end. Snapshots and documents of automations
     * that were made from missing events are deleted and rebuilt.
     *
     * @param report the result of verifying the log
     */
    void acceptEnd(LogVerifier.Report report);

    /**
     * Removes unfounded claims and adds missing ones whose value is known, in one transaction if the store supports it.
     */
    void repairClaims(ClaimsReport report);

    @Override
    void close();
}
