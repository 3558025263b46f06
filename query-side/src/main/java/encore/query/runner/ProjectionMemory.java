package encore.query.runner;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.batches.DeadLetterQueue;
import encore.query.image.ImageFile;
import encore.query.projection.Projection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a projection's memory in step with its documents. Does nothing for a projection without memory. All methods are
 * called under the runner's lock, which guards all fields.
 */
final class ProjectionMemory {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionMemory.class);
    private static final int BATCH = 2_000;
    private static final int MAX_LOAD_ATTEMPTS = 3;

    private static final long POLL_INTERVAL = Duration.ofMillis(5).toNanos();

    /** At most this long, because the thread that distributes partitions waits meanwhile. */
    private static final long FOLLOW_TIMEOUT = Duration.ofMillis(200).toNanos();

    private final Views.Version version;
    private final DeadLetterQueue letters;
    private final TailPages pages;
    private final String name;

    private Projection.@Nullable InMemory attachedMemory;

    /**
     * The last position that the memory has followed, or -1 when it has to be loaded (after the version is filled, if
     * it is being filled).
     */
    private long memoryPosition = -1;

    /**
     * The memory's position when another version took it over, for as long as queries may still come to this version.
     */
    private long releasedPosition = Long.MAX_VALUE;

    /**
     * Dead letters that the memory has skipped. When one of them is applied later by another process, the memory is
     * loaded again.
     */
    private final Set<Long> skippedLetters = new HashSet<>();

    private final ProjectionImage image;

    private boolean loadedBefore;

    ProjectionMemory(
            Views.Version version,
            DeadLetterQueue letters,
            TailPages pages,
            String name,
            Projection.@Nullable InMemory held,
            @Nullable ImageFile image) {
        this.version = version;
        this.letters = letters;
        this.pages = pages;
        this.name = name;
        this.attachedMemory = held;
        this.image = new ProjectionImage(image, letters);
        if (held == null) {
            deleteImage();
        }
    }

    void attach(Projection.@Nullable InMemory other) {
        attachedMemory = other;
        memoryPosition = -1;
        deleteImage();
        releasedPosition = Long.MAX_VALUE;
    }

    /** Releases the memory. Until {@link #endHandOver}, queries are answered up to the position that it had. */
    void release() {
        if (attachedMemory != null) {
            releasedPosition = memoryPosition;
            attachedMemory = null;
            memoryPosition = -1;
            deleteImage();
        }
    }

    /** Ends the hand-over: no query is answered from the memory here any more. */
    void endHandOver() {
        releasedPosition = Long.MAX_VALUE;
    }

    /** Returns the position up to which queries can be answered when the documents are at a position. */
    long reached(long documents) {
        return Math.min(documents, attachedMemory == null ? releasedPosition : memoryPosition);
    }

    /**
     * Brings the memory to a position that the documents have reached. When another process wrote them, it may have
     * seen more of the log than this process has yet.
     */
    void follow(long target) {
        long giveUp = System.nanoTime() + FOLLOW_TIMEOUT;
        long before = memoryPosition;
        while (!followBatch(target)) {
            if (memoryPosition > before) {
                before = memoryPosition;
            } else if (System.nanoTime() < giveUp) {
                LockSupport.parkNanos(POLL_INTERVAL);
            } else {
                throw new ViewsUnavailable(new IllegalStateException("the log ends before the documents' position"));
            }
        }
    }

    /** Follows one batch, or as far as the log is known here. Returns whether the memory has reached the position. */
    boolean followBatch(long target) {
        Projection.InMemory memory = attachedMemory;
        if (memory == null) {
            return true;
        }
        if (memoryPosition < 0 && !load(memory)) {
            return true;
        }
        if (memoryPosition < target) {
            EventPage<RecordedEvent> events =
                    pages.take(memoryPosition, (int) Math.min(BATCH, target - memoryPosition));
            long last = events.end();
            if (last == memoryPosition) {
                return false;
            }
            Set<Long> deadPositions = new HashSet<>();
            for (Letter letter : letters.after(memoryPosition)) {
                deadPositions.add(letter.position());
            }
            deadPositions.removeIf(position -> position > last);
            // The writer may be of a build that can decode the event. Then the memory gets it from the documents when
            // it is loaded again.
            events.events().stream()
                    .filter(event -> event.event() instanceof UndecodablePlaceholder)
                    .forEach(event -> deadPositions.add(event.position()));
            skippedLetters.addAll(deadPositions);
            memoryPosition = -1;
            applyTo(
                    memory,
                    events.events().stream()
                            .filter(event -> !deadPositions.contains(event.position()))
                            .toList());
            memoryPosition = last;
        }
        return memoryPosition >= target;
    }

    /**
     * Loads the memory from the image of the last stop, or from the documents at one position, whichever process writes
     * them.
     *
     * @return false when the documents cannot be read until they are filled
     */
    private boolean load(Projection.InMemory memory) {
        memory.useVersion(version);
        // Only once, because a later failure may be caused by the image.
        if (!loadedBefore && memory instanceof Projection.Imaged imaged && loadImage(imaged)) {
            return true;
        }
        if (version.isFilling()) {
            return false;
        }
        for (int i = 0; i < MAX_LOAD_ATTEMPTS; i++) {
            Optional<Long> loaded = version.readConsistently(documents -> {
                memory.load(documents);
                return documents.position();
            });
            if (loaded.isPresent()) {
                memoryPosition = loaded.get();
                skippedLetters.clear();
                letters.forEach(letter -> skippedLetters.add(letter.position()));
                return true;
            }
        }
        throw new NoStableState();
    }

    private boolean loadImage(Projection.Imaged memory) {
        loadedBefore = true;
        Optional<ImageFile.ImageState> found = image.read(version.position(), memory);
        found.ifPresent(state -> {
            memoryPosition = state.position();
            skippedLetters.clear();
            skippedLetters.addAll(state.missed());
        });
        return found.isPresent();
    }

    /**
     * Writes an image for the next start. Nothing is applied meanwhile, and nothing was applied since the documents
     * reached the position.
     */
    void writeImage(long documents) {
        if (attachedMemory instanceof Projection.Imaged memory && documents > 0 && memoryPosition >= documents) {
            image.write(documents, memory);
        }
    }

    /** Returns whether this version has a memory. Each batch stores its position then, since images and reloads go by it. */
    boolean isAttached() {
        return attachedMemory != null;
    }

    /** Deletes the image, which does not match the memory any more or contains data to erase. */
    void deleteImage() {
        image.delete();
    }

    /**
     * Applies events that were just applied to the documents.
     *
     * @return false when the memory failed and has to be loaded again
     */
    boolean applied(List<RecordedEvent> events) {
        return applyIfLoaded(events.stream()
                .filter(event -> event.position() > memoryPosition)
                .toList());
    }

    /** Applies a dead letter that was applied to the documents later. Returns the same as {@link #applied}. */
    boolean appliedLate(RecordedEvent event) {
        skippedLetters.remove(event.position());
        return applyIfLoaded(List.of(event));
    }

    private boolean applyIfLoaded(List<RecordedEvent> events) {
        if (attachedMemory == null || memoryPosition < 0 || events.isEmpty()) {
            return true;
        }
        try {
            applyTo(attachedMemory, events);
            return true;
        } catch (RuntimeException e) {
            LOG.error(
                    "{} could not update its memory and loads it again: {}",
                    name,
                    e.getClass().getName());
            memoryPosition = -1;
            return false;
        }
    }

    private void applyTo(Projection.InMemory memory, List<RecordedEvent> events) {
        if (events.stream().anyMatch(event -> event.event() instanceof Event.FinalEvent)) {
            deleteImage();
        }
        memory.apply(events);
    }

    /** Records that the memory knows all events up to a position. */
    void moveTo(long position) {
        memoryPosition = attachedMemory == null || memoryPosition < 0 ? -1 : Math.max(memoryPosition, position);
    }

    /** Discards the memory when another process has removed a dead letter that it skipped. */
    void discardIfLettersRemoved() {
        if (!skippedLetters.isEmpty()) {
            Set<Long> dead = new HashSet<>();
            letters.forEach(letter -> dead.add(letter.position()));
            if (!dead.containsAll(skippedLetters)) {
                memoryPosition = -1;
                skippedLetters.clear();
            }
        }
    }

    /** Thrown when the documents changed during each of several attempts to read one state. */
    static final class NoStableState extends RuntimeException {}
}
