package encore.infra.eventstore.beside;

import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.util.List;

/** Sets right, in a log that nobody has open, what stands beside its events. */
public interface StoppedLog extends AutoCloseable {

    /** The log as it is now. */
    BesideRows rows();

    /** What the stores of the log's own names. */
    List<Witness> witnesses();

    /**
     * From now on a log that may have lost its end ends where it ends: somebody has decided that what is missing will not
     * come back. Marks of automations and the sweep of erasures go back to it; snapshots and automations' documents that are
     * made from what is missing go, and are made anew.
     *
     * @param whole what the log was found to be
     */
    void accept(LogVerifier.Report whole);

    /** Removes claims that are unfounded and adds what is missing and known, all of it or nothing where the store can. */
    void repair(ClaimsReport report);

    @Override
    void close();
}
