package encore.kernel.operations;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress and content of a version of a projection.
 *
 * @param position the position that its answers have reached
 * @param lag the number of events that it is behind the log
 * @param rate the number of events a second, over the last seconds
 * @param remainingSeconds the time until it has caught up, at this rate; null when it has, or does not move
 * @param isWaiting whether it waits until other versions have been filled
 * @param bytes the size on disk; null when the store does not know it
 * @param checksum the checksum of all collections; equal for equal documents
 * @param trouble the simple name of the exception that blocks it; null when nothing does
 */
@RecordBuilder
public record ProjectionVersion(
        String name,
        int version,
        boolean serves,
        long position,
        long lag,
        double rate,
        @Nullable Long remainingSeconds,
        boolean isWaiting,
        @Nullable Long bytes,
        long documents,
        String checksum,
        List<CollectionChecksum> collections,
        long deadLetters,
        @Nullable String trouble) {

    public ProjectionVersion {
        collections = List.copyOf(collections);
    }

    /** The number of documents of one collection, and the sum of their hashes, independent of their order, in hex. */
    public record CollectionChecksum(String collection, long documents, String checksum) {}
}
