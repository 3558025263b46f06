package encore.kernel.scans;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about scans. */
public sealed interface ScanQuery<R> extends Query<R> {

    /**
     * The criteria of a list of scans. A scan must meet all that are given.
     *
     * @param days the days of recording
     * @param prefix a prefix of the name of the group, in any case
     */
    record ScanSelection(
            String network,
            @Nullable String scanGroupName,
            @Nullable String prefix,
            Days days) {}

    /**
     * Scans by scan_key, with the data of the registrations and tickets that hold their codes.
     *
     * @param venueName the venue of the registration or ticket; null for any
     * @param eventDate the date of the event of the registration or ticket; null for any
     */
    record FindScans(
            long account,
            ScanSelection selection,
            @Nullable String venueName,
            @Nullable LocalDate eventDate,
            Paging.NextKey paging)
            implements ScanQuery<Page<Scan>> {}

    /** Scans as they were recorded, by scan_key. */
    record FindScanRows(long account, ScanSelection selection, Paging.NextKey paging)
            implements ScanQuery<Page<ScanRow>> {}

    /** All scans of the codes of a fan, by scan_key. */
    record FindScansOfFan(long account, long fanId) implements ScanQuery<List<Scan>> {}

    /** The scans of codes that these streams hold, as they were recorded, by scan_key. */
    record FindScansHeldBy(long account, List<String> holders) implements ScanQuery<List<ScanRow>> {
        public FindScansHeldBy {
            holders = List.copyOf(holders);
        }
    }
}
