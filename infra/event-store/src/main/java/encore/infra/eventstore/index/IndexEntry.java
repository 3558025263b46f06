package encore.infra.eventstore.index;

/** A key of 128 bits and a position where the log may hold the row of this key. The caller checks the row there. */
public record IndexEntry(long high, long low, long position) implements Comparable<IndexEntry> {

    @Override
    public int compareTo(IndexEntry other) {
        int order = Long.compare(high, other.high);
        if (order == 0) {
            order = Long.compare(low, other.low);
        }
        return order != 0 ? order : Long.compare(position, other.position);
    }
}
