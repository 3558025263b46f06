package encore.infra.views.mongo;

import encore.infra.views.Checksum;
import encore.infra.views.Views;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * A partition's position and checksums, and the stamps of its committed batches.
 *
 * <p>A batch's stamp is its writer's epoch and its number within that epoch, so each batch has a higher stamp than all
 * before it. The epochs of each partition are in a range of their own. The state names the last committed batch, and
 * the last stamp of each epoch before. Every other stamp belongs to an interrupted batch.
 */
record MongoPartitionState(long position, long epoch, long stamp, List<EpochEnd> endedEpochs, List<Views.Sum> sums) {

    static final int MARK_INTERVAL = 8_192;

    private static final int EPOCH_SHIFT = 32;
    private static final int MAX_REMEMBERED_EPOCHS = 64;

    /** The bits of an epoch that count within one partition. The bits above number the partition. */
    private static final int PARTITION_SHIFT = 24;

    /** The last committed stamp of an epoch that was followed by another. */
    record EpochEnd(long epoch, long stamp) {}

    MongoPartitionState {
        endedEpochs = List.copyOf(endedEpochs);
        sums = List.copyOf(sums);
    }

    static MongoPartitionState empty(int partition) {
        long first = (long) partition << PARTITION_SHIFT;
        return new MongoPartitionState(0, first, firstStamp(first), List.of(), List.of());
    }

    /** Returns a bound above all stamps of this partition. */
    long stampBound() {
        return firstStamp((epoch >>> PARTITION_SHIFT) + 1 << PARTITION_SHIFT);
    }

    /** Returns whether the batch of this stamp had been committed at this state. */
    boolean hasCommitted(long other) {
        long of = other >>> EPOCH_SHIFT;
        if (of >= epoch) {
            return other <= stamp;
        }
        return endedEpochs.stream().filter(end -> end.epoch == of).allMatch(end -> other <= end.stamp);
    }

    /** Returns the state with which the next writer takes over. */
    MongoPartitionState nextEpoch() {
        var ends = new ArrayList<>(
                endedEpochs.subList(Math.max(0, endedEpochs.size() - MAX_REMEMBERED_EPOCHS), endedEpochs.size()));
        ends.add(new EpochEnd(epoch, stamp));
        return new MongoPartitionState(position, epoch + 1, epoch + 1 << EPOCH_SHIFT, ends, sums);
    }

    MongoPartitionState withCommit(long newPosition, long newStamp, List<Views.Sum> newSums) {
        return new MongoPartitionState(newPosition, epoch, newStamp, endedEpochs, newSums);
    }

    Checksum checksum(String collection) {
        return sums.stream()
                .filter(sum -> sum.collection().equals(collection))
                .findFirst()
                .map(Checksum::of)
                .orElseGet(Checksum::new);
    }

    /** Returns the last committed stamp of each epoch, including this one. */
    List<EpochEnd> allEpochs() {
        var all = new ArrayList<>(endedEpochs);
        all.add(new EpochEnd(epoch, stamp));
        return all;
    }

    static long firstStamp(long epoch) {
        return epoch << EPOCH_SHIFT;
    }

    Document toDocument() {
        return new Document("position", position)
                .append("epoch", epoch)
                .append("stamp", stamp)
                .append(
                        "ended",
                        endedEpochs.stream()
                                .map(end -> new Document("epoch", end.epoch).append("stamp", end.stamp))
                                .toList())
                .append("sums", toDocument(sums));
    }

    static List<Document> toDocument(List<Views.Sum> sums) {
        return sums.stream()
                .map(sum -> new Document("collection", sum.collection())
                        .append("documents", sum.documents())
                        .append("sum", sum.checksum()))
                .toList();
    }

    static MongoPartitionState fromDocument(Document stored) {
        return new MongoPartitionState(
                stored.getLong("position"),
                stored.getLong("epoch"),
                stored.getLong("stamp"),
                stored.getList("ended", Document.class).stream()
                        .map(end -> new EpochEnd(end.getLong("epoch"), end.getLong("stamp")))
                        .toList(),
                sums(stored));
    }

    static List<Views.Sum> sums(Document stored) {
        return stored.getList("sums", Document.class).stream()
                .map(sum -> new Views.Sum(sum.getString("collection"), sum.getLong("documents"), sum.getString("sum")))
                .toList();
    }
}
