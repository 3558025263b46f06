package encore.kernel.scans;

import encore.kernel.Command;
import java.util.List;

/** The commands that record scans. */
public sealed interface ScanCommand<R> extends Command<R> {

    /** Returns the stream of the scan, whose uid is generated before the command. */
    ScanId scan();

    @Override
    default ScanId stream() {
        return scan();
    }

    /**
     * Records a scan for the stream that holds its code.
     *
     * @param code the id of the stream that will hold the codes; unused when something holds one of them
     */
    record RecordScan(ScanId scan, CodeId code, ScanDetails details) implements ScanCommand<RecordedScan> {}

    /** Records several scans. Those with the same source_key or code are recorded in their order. */
    record RecordScans(ScanId scan, List<RecordScan> scans) implements ScanCommand<RecordedScans>, Command.Bulk {
        public RecordScans {
            scans = List.copyOf(scans);
        }
    }
}
