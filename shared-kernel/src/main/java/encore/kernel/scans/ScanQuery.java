package encore.kernel.scans;

import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about scans. */
public sealed interface ScanQuery<R> extends Query<R> {

    /**
     * What scans must be to be wanted; all that is given must hold.
     *
     * @param days on which they were recorded
     * @param prefix of the group's name, in any case
     */
    record Wanted(
            String network,
            @Nullable String scanGroupName,
            @Nullable String prefix,
            Days days) {}

    /**
     * Scans by scan_key, with what is known of whose codes they were.
     *
     * @param venueName of what they were registered for
     * @param eventDate likewise
     */
    record FindScans(
            long account,
            Wanted wanted,
            @Nullable String venueName,
            @Nullable LocalDate eventDate,
            Paging.NextKey paging)
            implements ScanQuery<Page<Scan>> {}

    /** The same as they were recorded. */
    record FindScanRows(long account, Wanted wanted, Paging.NextKey paging) implements ScanQuery<Page<ScanRow>> {}

    /** All scans of codes that are a fan's, by scan_key. */
    record FindScansOfFan(long account, long fanId) implements ScanQuery<List<Scan>> {}

    /** The scans of codes that these streams hold, as they were recorded, by scan_key. */
    record FindScansHeldBy(long account, List<String> holders) implements ScanQuery<List<ScanRow>> {
        public FindScansHeldBy {
            holders = List.copyOf(holders);
        }
    }
}
