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
 * The store of all projections' documents, in versions: one serves, another may fill beside it. Two adapters pass the
 * same {@code ViewsContract}.
 */
public interface Views extends AutoCloseable {

    /**
     * Opens a projection's version, makes it when missing. Declared indexes that are new are built.
     *
     * @param segments of how many segments it is made; one that there is keeps its number
     */
    Version open(Shape shape, int version, int segments);

    /** Opens a version, makes it of one segment when missing. */
    default Version open(Shape shape, int version) {
        return open(shape, version, 1);
    }

    /** The version of a projection that serves, or 1 when none was chosen yet. */
    int serving(String projection);

    /** Makes a version serve, atomically and durably. */
    void serve(String projection, int version);

    /** Versions there are, ascending. */
    List<Integer> versions(String projection);

    /** What {@link #versions} and {@link #serving} say of each of these, asked for at once. */
    default Map<String, Known> known(Set<String> projections) {
        return projections.stream()
                .collect(Collectors.toMap(
                        projection -> projection, projection -> new Known(versions(projection), serving(projection))));
    }

    /** Deletes a version's files or collections; never the one that serves. */
    void drop(String projection, int version);

    /**
     * Erases what was removed from every file for good (checkpoints truncate the write-ahead logs). A version that is
     * being filled is left out, and its turn is once it is {@link Version#filled}.
     *
     * @return false when a file was busy and has to be tried again
     */
    boolean scrub();

    /** Lets go of a version that another process dropped. */
    default void forget(String projection, int version) {}

    /** Returns who writes what, when several processes share the store; null when it is one process's own. */
    default @Nullable Ownership ownership() {
        return null;
    }

    @Override
    void close();

    /**
     * Names a projection's versions.
     *
     * @param versions ascending
     * @param serves one of them, or 1 when none was chosen yet
     */
    record Known(List<Integer> versions, int serves) {
        public Known {
            versions = List.copyOf(versions);
        }
    }

    /** A projection's name and the collections that it alone writes and reads. */
    record Shape(String projection, List<Collection<?>> collections) {
        public Shape {
            collections = List.copyOf(collections);
        }

        /** A sum of what its documents are made of: another one means that documents stored before say less, or else. */
        public String types() {
            return DocumentTypes.sum(this);
        }
    }

    /**
     * The documents of a version whose keys fall into one part of them: written by one at a time, with a position and dead
     * letters of its own.
     */
    interface Segment {

        /** Position of the last batch that was committed, 0 at first. */
        long position();

        /**
         * Makes this process the one that writes: whoever wrote before commits no more, and what it had not committed
         * is undone.
         */
        default void takeOver() {}

        /** Begins a batch; one writer at a time. */
        Documents.Batch begin();

        /** Sum of document hashes, free of order, as of {@link #position()}; one for each collection. */
        List<Sum> checksums();

        /** The sums recorded at a multiple of 8,192 positions, or null when none was. */
        @Nullable
        List<Sum> checksumsAt(long mark);

        DeadLetters deadLetters();
    }

    /** One version of one projection's documents: what it says as a segment, it says of all its segments together. */
    interface Version extends Segment {

        int number();

        /** Notes for good how its documents are made, in words that the store does not look at. */
        void note(String how);

        /** What was {@link #note noted} last. */
        Optional<String> noted();

        /** Returns its segments; which documents belong to which of them, {@link Segments#of} says. */
        List<? extends Segment> segments();

        /** Of the segment that is least far. */
        @Override
        default long position() {
            return segments().stream().mapToLong(Segment::position).min().orElseThrow();
        }

        @Override
        default void takeOver() {
            segments().forEach(Segment::takeOver);
        }

        /** Of the one segment; several are written each by itself. */
        @Override
        default Documents.Batch begin() {
            if (segments().size() > 1) {
                throw new IllegalStateException("Segments are written each by itself");
            }
            return segments().getFirst().begin();
        }

        @Override
        default List<Sum> checksums() {
            return Segments.sum(segments().stream().map(Segment::checksums).toList());
        }

        @Override
        default @Nullable List<Sum> checksumsAt(long mark) {
            var sums = new ArrayList<List<Sum>>();
            for (Segment segment : segments()) {
                List<Sum> some = segment.checksumsAt(mark);
                if (some == null) {
                    return null;
                }
                sums.add(some);
            }
            return Segments.sum(sums);
        }

        @Override
        default DeadLetters deadLetters() {
            return segments().size() == 1 ? segments().getFirst().deadLetters() : new Segments.Letters(segments());
        }

        /**
         * Answers from the documents, and the caller waits.
         *
         * <p>A store with transactions shows one state. One without shows no document older than
         * {@link Documents#position()}: what {@code get} finds is as of that position, or of a batch behind it when
         * several were committed meanwhile; what {@code find} meets may be ahead of it, and of what {@code get} found.
         *
         * <p>Where there are several segments, the position is the lowest of theirs, and the others' documents are ahead
         * of it.
         */
        <R> R read(Function<Documents, R> question);

        /**
         * Answers from one state, whatever the store: empty when documents were written meanwhile, and asking again
         * may help.
         */
        default <R> Optional<R> readStill(Function<Documents, R> question) {
            return Optional.of(read(question));
        }

        /**
         * From here on a version without documents is filled, until {@link #filled}: a store may leave indexes for
         * later and write in larger portions. It answers nothing ({@link ViewsUnavailable}), and after a failure its
         * {@link #position()} may be that of the last portion; a restart goes on there.
         */
        default void fill() {}

        /** Whether nothing was committed yet, in any segment. */
        default boolean isUntouched() {
            return position() == 0;
        }

        default boolean filling() {
            return false;
        }

        /** Builds and writes what filling left out: from here on all questions are answered. */
        default void filled() {}

        /** The same as {@link Views#scrub} for this version alone: where documents were removed is mostly known. */
        boolean scrub();

        /**
         * Returns where an image of what is held in memory beside the documents is written: it is deleted with them, and has
         * what they have, so whoever writes it deletes it when something is to be erased. Null where the store keeps none.
         */
        default @Nullable Path image() {
            return null;
        }

        /** Returns what it takes on disk, or null where the store does not say. */
        default @Nullable Long bytes() {
            return null;
        }
    }

    /** Counts the documents of a collection, with the sum of their hashes in hex. */
    record Sum(String collection, long documents, String checksum) {}

    /** Events that a projection could not apply: position and kind of error, never payload or message text. */
    interface DeadLetters {

        List<Letter> list(long afterPosition, int limit);

        void remove(long position);

        /** @param kind the exception's simple class name */
        record Letter(long position, String stream, String kind, int attempts) {}
    }
}
