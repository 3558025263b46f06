package encore.infra.views;

import encore.infra.views.Views.DeadLetters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells which documents belong to which segment of a version, and what the segments are together. */
public final class Segments {

    /** More would not find room in the stamps that MongoDB's documents carry. */
    public static final int MOST = 64;

    private Segments() {}

    /** A document's segment, by its key alone and for ever: what is stored was divided so. */
    public static int of(String key, int segments) {
        if (segments == 1) {
            return 0;
        }
        // The last digits of keys are no chance; the upper bits of this product are as good as that.
        int mixed = key.hashCode() * 0x9E3779B9;
        return (int) ((Integer.toUnsignedLong(mixed) * segments) >>> 32);
    }

    /** The sums of whole collections, from those of their segments. */
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

    /** The dead letters of all segments; an event that two of them could not apply is one letter. */
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
