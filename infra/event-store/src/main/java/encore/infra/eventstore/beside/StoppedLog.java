package encore.infra.eventstore.beside;

import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.util.List;

/** Repairs the rows beside the chain of a log that no process has open. */
public interface StoppedLog extends AutoCloseable {

    /** Returns the log as it is now. */
    BesideRows rows();

    /** Returns the positions that the log's own stores name. */
    List<Witness> witnesses();

    /**
     * Accepts the present end of a log that may have lost events: somebody has decided that they will not come back.
     * Moves the positions of automations and of the sweep of erasures back to this end. Deletes the snapshots and the
     * automations' documents that were made from missing events; they are made again.
     *
     * @param whole the result of verifying the log
     */
    void accept(LogVerifier.Report whole);

    /**
     * Removes unfounded claims and adds the missing claims that are known; in one transaction if the store has them.
     */
    void repair(ClaimsReport report);

    @Override
    void close();
}
