package encore.kernel.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells how far a version of a projection is, and what it holds.
 *
 * @param position that its answers have reached
 * @param lag how many events it is behind the log
 * @param rate events a second, over the last seconds
 * @param remainingSeconds at this rate; null when it is there or stands still
 * @param bytes what it takes on disk; null where the store does not say
 * @param checksum over all collections; equal for equal documents
 * @param trouble what it waits for, as an exception's simple name; null when it goes on
 */
public record ProjectionVersion(
        String name,
        int version,
        boolean serves,
        long position,
        long lag,
        double rate,
        @Nullable Long remainingSeconds,
        @Nullable Long bytes,
        long documents,
        String checksum,
        List<CollectionSum> collections,
        long deadLetters,
        @Nullable String trouble) {

    public ProjectionVersion {
        collections = List.copyOf(collections);
    }

    /** The documents of one collection, and the order-free sum of their hashes in hex. */
    public record CollectionSum(String collection, long documents, String checksum) {}
}
