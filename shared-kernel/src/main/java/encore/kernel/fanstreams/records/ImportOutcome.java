package encore.kernel.fanstreams.records;

import encore.kernel.PositionedAnswer;
import encore.kernel.privacy.NotPersonal;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an imported record.
 *
 * @param feedRecordId the position of its first event; null until the event is in the log, and for a record that was not
 *     taken
 * @param status {@code added}, {@code repeated}, or {@code ignored} when the record or its author was deleted
 */
public record ImportOutcome(
        @Nullable Long feedRecordId,
        @NotPersonal("one of three words") String status) implements PositionedAnswer<ImportOutcome> {

    public static final String ADDED = "added";
    public static final String REPEATED = "repeated";
    public static final String IGNORED = "ignored";

    @Override
    public ImportOutcome withPosition(long position) {
        return feedRecordId == null && status.equals(ADDED) ? new ImportOutcome(position, status) : this;
    }
}
