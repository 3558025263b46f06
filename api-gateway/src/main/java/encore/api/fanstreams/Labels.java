package encore.api.fanstreams;

import java.util.List;

/** The bounds of the labels of a record. */
final class Labels {

    private static final int MOST = 20;
    private static final int LONGEST = 128;

    private Labels() {}

    static boolean areWithinBounds(List<String> labels) {
        return labels.size() <= MOST && labels.stream().allMatch(label -> label.length() <= LONGEST);
    }
}
