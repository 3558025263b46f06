package encore.infra.eventstore.log;

import java.util.List;

/**
 * A log that nobody has open and that may have lost its end: says what names more than it has, and is accepted as it is by
 * whoever decides that what is missing will not come back.
 */
public interface CutLog extends AutoCloseable {

    /** Its rows, to be verified. */
    LogVerifier.Rows rows();

    /** What the stores of the log's own names. */
    List<Witness> witnesses();

    /**
     * From now on the log ends where it ends. Marks of automations and the sweep of erasures go back to it; snapshots and
     * automations' documents that are made from what is missing go, and are made anew.
     *
     * @param whole what the log was found to be
     */
    void accept(LogVerifier.Report whole);

    @Override
    void close();
}
