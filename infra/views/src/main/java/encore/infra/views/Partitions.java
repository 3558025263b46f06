package encore.infra.views;

import encore.infra.views.Views.DeadLetters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Assigns documents to the partitions of a version, and combines the partitions' sums and dead letters. */
public final class Partitions {

    /** The most partitions: the stamps of MongoDB's documents have no bits for more. */
    public static final int MAX_PARTITIONS = 64;

    private Partitions() {}

    /**
     * Returns a document's partition. It depends on the key alone and must never change, because stored documents are
     * divided by it.
     */
    public static int of(String key, int partitions) {
        if (partitions == 1) {
            return 0;
        }
        // The last digits of keys are not random; the upper bits of this product are evenly distributed.
        int mixed = key.hashCode() * 0x9E3779B9;
        return (int) ((Integer.toUnsignedLong(mixed) * partitions) >>> 32);
    }

    /** Returns the sums of whole collections from those of their partitions. */
    public static List<Views.Sum> sum(List<List<Views.Sum>> ofPartitions) {
        if (ofPartitions.size() == 1) {
            return ofPartitions.getFirst();
        }
        Map<String, Checksum> sums = new LinkedHashMap<>();
        ofPartitions.forEach(partSums -> partSums.forEach(sum ->
                sums.computeIfAbsent(sum.collection(), name -> new Checksum()).add(Checksum.of(sum))));
        return sums.entrySet().stream()
                .map(one -> one.getValue().toSum(one.getKey()))
                .toList();
    }

    /** The dead letters of all partitions. An event that two partitions could not apply is one letter. */
    record MergedDeadLetters(List<? extends Views.Partition> partitions) implements DeadLetters {

        @Override
        public List<Letter> list(long afterPosition, int limit) {
            var all = new TreeMap<Long, Letter>();
            for (Views.Partition partition : partitions) {
                partition
                        .deadLetters()
                        .list(afterPosition, limit)
                        .forEach(letter -> all.putIfAbsent(letter.position(), letter));
            }
            return all.values().stream().limit(limit).toList();
        }

        @Override
        public void remove(long position) {
            partitions.forEach(segment -> segment.deadLetters().remove(position));
        }
    }
}
