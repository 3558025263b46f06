package encore.kernel.scans;

import encore.kernel.StreamId;

/** The stream of one scan; prints as {@code scan.<account>.<uid>}. Its scan_key is the position of its event. */
@StreamId.Kind("scan")
public record ScanId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
