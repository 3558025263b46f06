package encore.infra.views;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The store of all projections' documents, in versions: one version serves while another may be filled. Two adapters
 * pass the same {@code ViewsContract}.
 */
public interface Views extends AutoCloseable {

    /**
     * Opens a projection's version and creates it when it is missing. Declared indexes that are new are built.
     *
     * @param partitions the number of partitions of a new version; an existing version keeps its own
     */
    Version open(Shape shape, int version, int partitions);

    /** Opens a version. When it is missing, it is created with one partition. */
    default Version open(Shape shape, int version) {
        return open(shape, version, 1);
    }

    /** Returns the serving version of a projection, or 1 when none was chosen yet. */
    int servingVersion(String projection);

    /** Makes a version the serving one, atomically and durably. */
    void serve(String projection, int version);

    /** Returns the existing versions, ascending. */
    List<Integer> versions(String projection);

    /** Returns {@link #versions} and {@link #servingVersion} of several projections with one query. */
    default Map<String, KnownVersions> versionRecords(Set<String> projections) {
        return projections.stream()
                .collect(Collectors.toMap(
                        projection -> projection,
                        projection -> new KnownVersions(versions(projection), servingVersion(projection), Set.of())));
    }

    /**
     * Returns the number of dead letters of each version. A store on a server is not asked for each version that has
     * none.
     *
     * @param limit counts no more than this for each version
     */
    default Map<Version, Integer> countDeadLetters(java.util.Collection<Version> versions, int limit) {
        return versions.stream()
                .collect(Collectors.toMap(
                        version -> version,
                        version -> version.deadLetters().list(0, limit).size()));
    }

    /** Returns the number of queries that the store can usefully answer at the same time. */
    default int readers() {
        return Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 4, 16);
    }

    /** Deletes a version's files or collections. The serving version cannot be dropped. */
    void drop(String projection, int version);

    /**
     * Erases removed data from every file for good (checkpoints truncate the write-ahead logs). A version that is being
     * filled is skipped until it is {@link Version#finishFilling}.
     *
     * @return false when a file was busy, and the call has to be repeated
     */
    boolean scrub();

    /** Closes a version that another process dropped. */
    default void release(String projection, int version) {}

    /** Returns the ownership records when several processes share the store, or null when one process alone uses it. */
    default @Nullable Ownership ownership() {
        return null;
    }

    @Override
    void close();

    /**
     * The existing versions of a projection.
     *
     * @param versions ascending
     * @param serving one of them, or 1 when none was chosen yet
     * @param waiting those that wait until others have been filled, where several processes share the store
     */
    record KnownVersions(List<Integer> versions, int serving, Set<Integer> waiting) {
        public KnownVersions {
            versions = List.copyOf(versions);
            waiting = Set.copyOf(waiting);
        }
    }

    /** A projection's name and the collections that it alone reads and writes. */
    record Shape(String projection, List<Collection<?>> collections) {
        public Shape {
            collections = List.copyOf(collections);
        }

        /**
         * Returns a digest of the document types. When it has changed, documents that were stored before lack something
         * or mean something else.
         */
        public String types() {
            return DocumentTypes.sum(this);
        }
    }

    /**
     * One partition of a version: the documents whose keys {@link Partitions#of} assigns to it. One writer at a time
     * writes it, and it has its own position and dead letters.
     */
    interface Partition {

        /** Returns the position of the last batch that was committed, 0 at first. */
        long position();

        /**
         * Makes this process the writer. The writer before can commit no more, and its uncommitted writes are undone.
         */
        default void takeOver() {}

        /** Begins a batch. One writer at a time: the call waits for the batch before. */
        Documents.Batch begin();

        /** Returns the sums of document hashes as of {@link #position()}, one for each collection. */
        List<Sum> checksums();

        /** Returns {@link #checksums()} as of the position that this process read last, without asking a server. */
        default List<Sum> knownChecksums() {
            return checksums();
        }

        /** Returns the sums that were recorded at a multiple of 8,192 positions, or null when none were. */
        @Nullable
        List<Sum> checksumsAt(long mark);

        DeadLetters deadLetters();
    }

    /**
     * One version of one projection's documents. The methods that it inherits from a partition answer for all of its
     * partitions together.
     */
    interface Version extends Partition {

        int number();

        /** Stores a note on how the documents were made. The store does not interpret it. */
        void writeNote(String note);

        /** Returns the last {@link #writeNote note}. */
        Optional<String> readNote();

        /** Records for other processes whether a partition waits until others have been filled. */
        default void recordWait(int partition, boolean waits) {}

        /** Returns the partitions. {@link Partitions#of} assigns documents to them. */
        List<? extends Partition> partitions();

        /** Returns the position of the partition that is furthest behind. */
        @Override
        default long position() {
            return partitions().stream().mapToLong(Partition::position).min().orElseThrow();
        }

        @Override
        default void takeOver() {
            partitions().forEach(Partition::takeOver);
        }

        /**
         * Begins a batch of the only partition. A version of several partitions refuses: each partition is written by
         * itself.
         */
        @Override
        default Documents.Batch begin() {
            if (partitions().size() > 1) {
                throw new IllegalStateException("Begin a batch on one of the partitions: this version has several");
            }
            return partitions().getFirst().begin();
        }

        @Override
        default List<Sum> checksums() {
            return Partitions.sum(
                    partitions().stream().map(Partition::checksums).toList());
        }

        @Override
        default List<Sum> knownChecksums() {
            return Partitions.sum(
                    partitions().stream().map(Partition::knownChecksums).toList());
        }

        @Override
        default @Nullable List<Sum> checksumsAt(long mark) {
            var sums = new ArrayList<List<Sum>>();
            for (Partition partition : partitions()) {
                List<Sum> partSums = partition.checksumsAt(mark);
                if (partSums == null) {
                    return null;
                }
                sums.add(partSums);
            }
            return Partitions.sum(sums);
        }

        @Override
        default DeadLetters deadLetters() {
            return partitions().size() == 1
                    ? partitions().getFirst().deadLetters()
                    : new Partitions.MergedDeadLetters(partitions());
        }

        /**
         * Answers a query from the documents. The calling thread waits.
         *
         * <p>A store with transactions shows one state. A store without them shows no document older than {@link
         * Documents#position()}: a document from {@code get} is as of that position, or of a later batch when several
         * were committed meanwhile; documents from {@code find} may be newer than that position and than those from
         * {@code get}.
         *
         * <p>With several partitions, the position is the lowest of theirs, and the other partitions' documents are
         * ahead of it.
         */
        <R> R read(Function<Documents, R> query);

        /**
         * Answers a query from one consistent state in every store. The result is empty when documents were written
         * meanwhile; repeating the call may help.
         */
        default <R> Optional<R> readConsistently(Function<Documents, R> query) {
            return Optional.of(read(query));
        }

        /**
         * Starts filling a version that has no documents, until {@link #finishFilling}. A store may build indexes later and
         * write in larger units. During that time the version answers nothing ({@link ViewsUnavailable}), and after a
         * failure its {@link #position()} may go back to that of the last unit written; a restart continues there.
         */
        default void startFilling() {}

        /** Returns whether no partition has committed anything yet. */
        default boolean isUntouched() {
            return position() == 0;
        }

        default boolean isFilling() {
            return false;
        }

        /**
         * Ends filling: builds the indexes and writes the documents that were left for later. From here on the version
         * answers all queries.
         */
        default void finishFilling() {}

        /**
         * Erases removed data like {@link Views#scrub}, for this version alone: a caller mostly knows where documents
         * were removed.
         */
        boolean scrub();

        /**
         * Returns the file for an image of the memory that a projection holds beside its documents, or null where the
         * store keeps none. The image is deleted with the documents. It contains the same data as they do, so the
         * projection deletes it when something has to be erased.
         */
        default @Nullable Path imageFile() {
            return null;
        }

        /** Returns the bytes that the version takes on disk, or null where the store does not say. */
        default @Nullable Long bytesOnDisk() {
            return null;
        }
    }

    /** The number of documents of a collection, and the sum of their hashes in hex. */
    record Sum(String collection, long documents, String checksum) {}

    /** The events that a projection could not apply: position and kind of error, but never payload or message text. */
    interface DeadLetters {

        List<Letter> list(long afterPosition, int limit);

        void remove(long position);

        /**
         * One event that could not be applied.
         *
         * @param kind the exception's simple class name
         */
        record Letter(long position, String stream, String kind, int attempts) {}
    }
}
