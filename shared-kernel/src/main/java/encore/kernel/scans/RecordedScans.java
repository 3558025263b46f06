package encore.kernel.scans;

import java.util.List;

/** The answer to several scans, in their order. */
public record RecordedScans(List<RecordedScan> scans) {

    public RecordedScans {
        scans = List.copyOf(scans);
    }
}
