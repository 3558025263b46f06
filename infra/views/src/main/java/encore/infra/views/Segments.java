package encore.infra.views;

import encore.infra.views.Views.DeadLetters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Assigns documents to the partitions of a version, and combines the partitions' sums and dead letters. */
public final class Segments {

    /** The most partitions: the stamps of MongoDB's documents have no bits for more. */
    public static final int MOST = 64;

    private Segments() {}

    /**
     * Returns a document's partition. It depends on the key alone and must never change, because stored documents are
     * divided by it.
     */
    public static int of(String key, int segments) {
        if (segments == 1) {
            return 0;
        }
        // The last digits of keys are not random; the upper bits of this product are evenly distributed.
        int mixed = key.hashCode() * 0x9E3779B9;
        return (int) ((Integer.toUnsignedLong(mixed) * segments) >>> 32);
    }

    /** Returns the sums of whole collections from those of their partitions. */
    public static List<Views.Sum> sum(List<List<Views.Sum>> ofSegments) {
        if (ofSegments.size() == 1) {
            return ofSegments.getFirst();
        }
        Map<String, Checksum> sums = new LinkedHashMap<>();
        ofSegments.forEach(some -> some.forEach(sum ->
                sums.computeIfAbsent(sum.collection(), name -> new Checksum()).add(Checksum.of(sum))));
        return sums.entrySet().stream()
                .map(one -> one.getValue().as(one.getKey()))
                .toList();
    }

    /** The dead letters of all partitions. An event that two partitions could not apply is one letter. */
    record Letters(List<? extends Views.Segment> segments) implements DeadLetters {

        @Override
        public List<Letter> list(long afterPosition, int limit) {
            var all = new TreeMap<Long, Letter>();
            for (Views.Segment segment : segments) {
                segment.deadLetters()
                        .list(afterPosition, limit)
                        .forEach(letter -> all.putIfAbsent(letter.position(), letter));
            }
            return all.values().stream().limit(limit).toList();
        }

        @Override
        public void remove(long position) {
            segments.forEach(segment -> segment.deadLetters().remove(position));
        }
    }
}
