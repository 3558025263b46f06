package encore.kernel.scans;

import encore.kernel.Command;
import java.util.List;

/** Everything that can be asked of scans: to record them. */
public sealed interface ScanCommand<R> extends Command<R> {

    /** With a uid minted before the command. */
    ScanId scan();

    @Override
    default ScanId stream() {
        return scan();
    }

    /**
     * Records a scan of whoever holds its code.
     *
     * @param code for the case that nobody does
     */
    record RecordScan(ScanId scan, CodeId code, ScanDetails details) implements ScanCommand<RecordedScan> {}

    /** Records many, each for itself. */
    record RecordScans(ScanId scan, List<RecordScan> scans) implements ScanCommand<RecordedScans> {
        public RecordScans {
            scans = List.copyOf(scans);
        }
    }
}
