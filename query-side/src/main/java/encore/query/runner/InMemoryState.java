package encore.query.runner;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.Undecodable;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.image.ImageFile;
import encore.query.projection.Projection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a projection's memory in step with its documents. Does nothing for a projection without memory. */
final class InMemoryState {

    private static final Logger LOG = LoggerFactory.getLogger(InMemoryState.class);
    private static final int BATCH = 2_000;
    private static final int TRIES = 3;

    /**
     * When an image is more events behind than this, loading the documents is faster than reading the image and the
     * events since.
     */
    private static final long MOST_SINCE_IMAGE = 500_000;

    private static final long LOOK_AGAIN = Duration.ofMillis(5).toNanos();

    /** At most this long, because the thread that distributes partitions waits meanwhile. */
    private static final long PATIENCE = Duration.ofMillis(200).toNanos();

    private final Views.Version version;
    private final DeadLetterQueue letters;
    private final TailPages pages;
    private final String name;

    private Projection.@Nullable InMemory held;
    /**
     * The last position that the memory has followed, or -1 when it has to be loaded (after the version is filled, if
     * it is being filled).
     */
    private long at = -1;

    /**
     * The memory's position when another version took it over, for as long as queries may still come to this version.
     */
    private long mostReached = Long.MAX_VALUE;

    /**
     * Dead letters that the memory has skipped. When one of them is applied later by another process, the memory is
     * loaded again.
     */
    private final Set<Long> missed = new HashSet<>();

    /**
     * The image of the memory at the last stop, until some of its data has to be erased. Null where the store keeps no
     * images.
     */
    private final @Nullable ImageFile image;

    private boolean loadedBefore;

    InMemoryState(
            Views.Version version,
            DeadLetterQueue letters,
            TailPages pages,
            String name,
            Projection.@Nullable InMemory held) {
        this.version = version;
        this.letters = letters;
        this.pages = pages;
        this.name = name;
        this.held = held;
        Path file = version.image();
        this.image = file == null ? null : new ImageFile(file);
        if (held == null) {
            deleteImage();
        }
    }

    void hold(Projection.@Nullable InMemory other) {
        held = other;
        at = -1;
        deleteImage();
        mostReached = Long.MAX_VALUE;
    }

    /** Releases the memory. Until {@link #handedOver}, queries are answered up to the position that it had. */
    void handOver() {
        if (held != null) {
            mostReached = at;
            held = null;
            at = -1;
            deleteImage();
        }
    }

    /** Ends the hand-over: no query is answered from the memory here any more. */
    void handedOver() {
        mostReached = Long.MAX_VALUE;
    }

    /** Returns the position up to which queries can be answered when the documents are at a position. */
    long reached(long documents) {
        return Math.min(documents, held == null ? mostReached : at);
    }

    /**
     * Brings the memory to a position that the documents have reached. When another process wrote them, it may have
     * seen more of the log than this process has yet.
     */
    void follow(long wanted) {
        long giveUp = System.nanoTime() + PATIENCE;
        long before = at;
        while (!followSome(wanted)) {
            if (at > before) {
                before = at;
            } else if (System.nanoTime() < giveUp) {
                LockSupport.parkNanos(LOOK_AGAIN);
            } else {
                throw new ViewsUnavailable(new IllegalStateException("the log ends before the documents' position"));
            }
        }
    }

    /** Follows one batch, or as far as the log is known here. Returns whether the memory has reached the position. */
    boolean followSome(long wanted) {
        Projection.InMemory memory = held;
        if (memory == null) {
            return true;
        }
        if (at < 0 && !load(memory)) {
            return true;
        }
        if (at < wanted) {
            Stretch<Recorded> events = pages.take(at, (int) Math.min(BATCH, wanted - at));
            long last = events.end();
            if (last == at) {
                return false;
            }
            Set<Long> dead = new HashSet<>();
            for (Letter letter : letters.behind(at)) {
                dead.add(letter.position());
            }
            dead.removeIf(position -> position > last);
            // The writer may be of a build that can decode the event. Then the memory gets it from the documents when
            // it is loaded again.
            events.events().stream()
                    .filter(event -> event.event() instanceof Undecodable)
                    .forEach(event -> dead.add(event.position()));
            missed.addAll(dead);
            at = -1;
            tell(
                    memory,
                    events.events().stream()
                            .filter(event -> !dead.contains(event.position()))
                            .toList());
            at = last;
        }
        return at >= wanted;
    }

    /**
     * Loads the memory from the image of the last stop, or from the documents at one position, whichever process writes
     * them.
     *
     * @return false when the documents cannot be read until they are filled
     */
    private boolean load(Projection.InMemory memory) {
        memory.from(version);
        // Only once, because a later failure may be caused by the image.
        if (!loadedBefore && memory instanceof Projection.Imaged imaged && loadImage(imaged)) {
            return true;
        }
        if (version.filling()) {
            return false;
        }
        for (int i = 0; i < TRIES; i++) {
            Optional<Long> loaded = version.readStill(documents -> {
                memory.load(documents);
                return documents.position();
            });
            if (loaded.isPresent()) {
                at = loaded.get();
                missed.clear();
                letters.each(letter -> missed.add(letter.position()));
                return true;
            }
        }
        throw new StillMoving();
    }

    private boolean loadImage(Projection.Imaged memory) {
        loadedBefore = true;
        if (image == null) {
            return false;
        }
        long documents = version.position();
        Optional<ImageFile.Taken> found = image.read(
                one -> one.position() <= documents
                        && documents - one.position() <= MOST_SINCE_IMAGE
                        && dead().containsAll(one.missed()),
                memory);
        found.ifPresent(one -> {
            at = one.position();
            missed.clear();
            missed.addAll(one.missed());
        });
        return found.isPresent();
    }

    /**
     * Writes an image for the next start. Nothing is applied meanwhile, and nothing was applied since the documents
     * reached the position.
     */
    void leaveImage(long documents) {
        if (image != null && held instanceof Projection.Imaged memory && documents > 0 && at >= documents) {
            image.write(new ImageFile.Taken(documents, dead()), memory);
        }
    }

    private Set<Long> dead() {
        Set<Long> dead = new HashSet<>();
        letters.each(letter -> dead.add(letter.position()));
        return dead;
    }

    /**
     * Deletes the image. This is needed when a dead letter is removed, too: the events after an image do not say
     * whether that event is in it.
     */
    void deleteImage() {
        if (image != null) {
            image.delete();
        }
    }

    /**
     * Applies events that were just applied to the documents.
     *
     * @return false when the memory failed and has to be loaded again
     */
    boolean applied(List<Recorded> events) {
        return tellHeld(events.stream().filter(event -> event.position() > at).toList());
    }

    /** Applies a dead letter that was applied to the documents later. Returns the same as {@link #applied}. */
    boolean appliedLate(Recorded event) {
        missed.remove(event.position());
        return tellHeld(List.of(event));
    }

    private boolean tellHeld(List<Recorded> events) {
        if (held == null || at < 0 || events.isEmpty()) {
            return true;
        }
        try {
            tell(held, events);
            return true;
        } catch (RuntimeException e) {
            LOG.error(
                    "{} could not update its memory and loads it again: {}",
                    name,
                    e.getClass().getName());
            at = -1;
            return false;
        }
    }

    private void tell(Projection.InMemory memory, List<Recorded> events) {
        if (events.stream().anyMatch(event -> event.event() instanceof Event.Ending)) {
            deleteImage();
        }
        memory.applied(events);
    }

    /** Records that the memory knows all events up to a position. */
    void moveTo(long position) {
        at = held == null || at < 0 ? -1 : Math.max(at, position);
    }

    /** Discards the memory when another process has removed a dead letter that it skipped. */
    void forgetWhatWasMissed() {
        if (!missed.isEmpty()) {
            if (!dead().containsAll(missed)) {
                at = -1;
                missed.clear();
            }
        }
    }

    /** Thrown when the documents changed during each of several attempts to read one state. */
    static final class StillMoving extends RuntimeException {}
}
