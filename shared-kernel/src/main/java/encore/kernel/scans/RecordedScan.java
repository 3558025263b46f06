package encore.kernel.scans;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a scan.
 *
 * @param scanKey the position of its event; null until the event is in the log
 * @param isDuplicate whether it was recorded before
 */
public record RecordedScan(@Nullable Long scanKey, @Nullable String sourceKey, boolean isDuplicate)
        implements PositionedAnswer<RecordedScan> {

    @Override
    public RecordedScan withPosition(long position) {
        return isDuplicate ? this : new RecordedScan(position, sourceKey, false);
    }
}
