package encore.kernel.scans;

import encore.kernel.Positioned;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a scan.
 *
 * @param scanKey the position of its event; null until the event is in the log
 * @param isDuplicate whether it was recorded before
 */
public record RecordedScan(@Nullable Long scanKey, @Nullable String sourceKey, boolean isDuplicate)
        implements Positioned<RecordedScan> {

    @Override
    public RecordedScan at(long position) {
        return isDuplicate ? this : new RecordedScan(position, sourceKey, false);
    }
}
