package encore.kernel.scans;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The stream of one scan; prints as {@code scan.<account>.<uid>}. Its scan_key is the position of its event. */
public record ScanId(long account, String uid) implements StreamId {

    @JsonCreator
    public static ScanId parse(String text) {
        String[] parts = StreamNames.split(text, "scan", 3);
        return new ScanId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "scan." + account + "." + uid;
    }
}
