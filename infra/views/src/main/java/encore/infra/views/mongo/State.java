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
record State(long position, long epoch, long stamp, List<Ended> ended, List<Views.Sum> sums) {

    static final int MARK = 8_192;

    private static final int EPOCH = 32;
    private static final int REMEMBERED = 64;

    /** The bits of an epoch that count within one partition. The bits above number the partition. */
    private static final int OF_SEGMENT = 24;

    /** The last committed stamp of an epoch that was followed by another. */
    record Ended(long epoch, long stamp) {}

    State {
        ended = List.copyOf(ended);
        sums = List.copyOf(sums);
    }

    static State empty(int segment) {
        long first = (long) segment << OF_SEGMENT;
        return new State(0, first, firstOf(first), List.of(), List.of());
    }

    /** Returns a bound above all stamps of this partition. */
    long beyond() {
        return firstOf((epoch >>> OF_SEGMENT) + 1 << OF_SEGMENT);
    }

    /** Returns whether the batch of this stamp had been committed at this state. */
    boolean committed(long other) {
        long of = other >>> EPOCH;
        if (of >= epoch) {
            return other <= stamp;
        }
        return ended.stream().filter(end -> end.epoch == of).allMatch(end -> other <= end.stamp);
    }

    /** Returns the state with which the next writer takes over. */
    State nextEpoch() {
        var ends = new ArrayList<>(ended.subList(Math.max(0, ended.size() - REMEMBERED), ended.size()));
        ends.add(new Ended(epoch, stamp));
        return new State(position, epoch + 1, epoch + 1 << EPOCH, ends, sums);
    }

    State after(long newPosition, long newStamp, List<Views.Sum> newSums) {
        return new State(newPosition, epoch, newStamp, ended, newSums);
    }

    Checksum checksum(String collection) {
        return sums.stream()
                .filter(sum -> sum.collection().equals(collection))
                .findFirst()
                .map(Checksum::of)
                .orElseGet(Checksum::new);
    }

    /** Returns the last committed stamp of each epoch, including this one. */
    List<Ended> committedUpTo() {
        var all = new ArrayList<>(ended);
        all.add(new Ended(epoch, stamp));
        return all;
    }

    static long firstOf(long epoch) {
        return epoch << EPOCH;
    }

    Document print() {
        return new Document("position", position)
                .append("epoch", epoch)
                .append("stamp", stamp)
                .append(
                        "ended",
                        ended.stream()
                                .map(end -> new Document("epoch", end.epoch).append("stamp", end.stamp))
                                .toList())
                .append("sums", print(sums));
    }

    static List<Document> print(List<Views.Sum> sums) {
        return sums.stream()
                .map(sum -> new Document("collection", sum.collection())
                        .append("documents", sum.documents())
                        .append("sum", sum.checksum()))
                .toList();
    }

    static State parse(Document stored) {
        return new State(
                stored.getLong("position"),
                stored.getLong("epoch"),
                stored.getLong("stamp"),
                stored.getList("ended", Document.class).stream()
                        .map(end -> new Ended(end.getLong("epoch"), end.getLong("stamp")))
                        .toList(),
                sums(stored));
    }

    static List<Views.Sum> sums(Document stored) {
        return stored.getList("sums", Document.class).stream()
                .map(sum -> new Views.Sum(sum.getString("collection"), sum.getLong("documents"), sum.getString("sum")))
                .toList();
    }
}
