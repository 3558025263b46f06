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

/** Leads what a projection holds in memory along its documents; does nothing when it holds none. */
final class InMemoryState {

    private static final Logger LOG = LoggerFactory.getLogger(InMemoryState.class);
    private static final int BATCH = 2_000;
    private static final int TRIES = 3;

    /** Further behind than this, documents are loaded sooner than an image and what came since. */
    private static final long MOST_SINCE_IMAGE = 500_000;

    private static final long LOOK_AGAIN = Duration.ofMillis(5).toNanos();

    /** Not longer: whoever shares out the writing waits meanwhile. */
    private static final long PATIENCE = Duration.ofMillis(200).toNanos();

    private final Views.Version version;
    private final DeadLetterQueue letters;
    private final TailPages pages;
    private final String name;

    private Projection.@Nullable InMemory held;
    /** The last event that the memory knows, or -1 when it has to be loaded: behind a filling, if that is under way. */
    private long at = -1;

    /** Where the memory was when another version took it over, for as long as questions may still come here. */
    private long mostReached = Long.MAX_VALUE;

    /** Dead letters that the memory went past: when one is applied after all, it is loaded anew. */
    private final Set<Long> missed = new HashSet<>();

    /** Of the memory at the last stop, until something that it has is to be erased; null where none is kept. */
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

    /** Lets go of the memory; questions are answered no further than it was until {@link #handedOver}. */
    void handOver() {
        if (held != null) {
            mostReached = at;
            held = null;
            at = -1;
            deleteImage();
        }
    }

    /** Nobody is answered from the memory here any more. */
    void handedOver() {
        mostReached = Long.MAX_VALUE;
    }

    /** Tells how far questions can be answered when the documents are at a position. */
    long reached(long documents) {
        return Math.min(documents, held == null ? mostReached : at);
    }

    /**
     * Brings the memory to a position that the documents have reached. Where another process wrote them it may have seen
     * more of the log than this one has by now.
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
                throw new ViewsUnavailable(new IllegalStateException("the log does not come to what is projected"));
            }
        }
    }

    /** Follows by one batch, or as far as the log is known; answers whether it is there. */
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
            // Who writes may be of a build that knows it: then it is loaded with the documents.
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
     * Loads the memory from the image of the last stop, or from the documents at one position, whoever writes them.
     *
     * @return false when the documents cannot be read before they are filled
     */
    private boolean load(Projection.InMemory memory) {
        memory.from(version);
        // Once: what went wrong since may come of it.
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

    /** Leaves an image for the next start. Nothing is applied meanwhile, nor was since the documents were at a position. */
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

    /** Also when a dead letter is settled: whether it is in the documents, what comes behind an image does not say. */
    void deleteImage() {
        if (image != null) {
            image.delete();
        }
    }

    /**
     * Follows what was applied to the documents just now.
     *
     * @return false when it failed and has to be loaded anew
     */
    boolean applied(List<Recorded> events) {
        return tellHeld(events.stream().filter(event -> event.position() > at).toList());
    }

    /** Follows a dead letter that was applied after all; answers as {@link #applied}. */
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
            LOG.error("{} loads its memory anew: {}", name, e.getClass().getName());
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

    /** All up to a position is known. */
    void moveTo(long position) {
        at = held == null || at < 0 ? -1 : Math.max(at, position);
    }

    /** Gives the memory up when a dead letter that it went past was settled by another process. */
    void forgetWhatWasMissed() {
        if (!missed.isEmpty()) {
            if (!dead().containsAll(missed)) {
                at = -1;
                missed.clear();
            }
        }
    }

    /** The documents are written so often that none of several looks saw one state. */
    static final class StillMoving extends RuntimeException {}
}
