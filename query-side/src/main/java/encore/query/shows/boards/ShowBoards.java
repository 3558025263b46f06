package encore.query.shows.boards;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowState;
import encore.query.memory.MemoryBudget;
import encore.query.memory.NotInMemory;
import encore.query.memory.ReadWriteGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The boards of all shows, for many readers and one writer. A board is in memory from the first question for it, and
 * leaves when others need the room, or a day after the end of its show. Its documents remain: the next question reads it
 * again.
 */
final class ShowBoards {

    private static final Duration KEPT_AFTER_THE_END = Duration.ofDays(1);
    private static final long UNUSED = Duration.ofMinutes(10).toNanos();
    private static final long RETRY_INTERVAL = Duration.ofMillis(5).toNanos();
    private static final long READ_TIMEOUT = Duration.ofSeconds(2).toNanos();

    private final Map<String, ShowSlot> slots = new ConcurrentHashMap<>();
    private final MemoryBudget memoryBudget;
    private final Views.@Nullable Version version;
    private final ReadWriteGuard.WriteFailure writeFailure = new ReadWriteGuard.WriteFailure();

    /** The budget does not cover boards that are being read, so at most as many are read at once as there are cores. */
    private final Semaphore readPermits = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** The position of the last event that any board may have. */
    private volatile long appliedPosition;

    private volatile boolean replaced;

    /** @param version from which boards are read that are not in memory; null before the first load */
    ShowBoards(Views.@Nullable Version version, long budget) {
        this.version = version;
        this.memoryBudget = new MemoryBudget(budget);
    }

    /** Reads the boards of the shows that are on. All others wait until somebody asks for them. */
    void load(Documents documents) {
        appliedPosition = documents.position();
        BoardDocuments.open(documents).forEach(campaign -> {
            var reader = new BoardDocuments.BoardReader(campaign);
            for (int i = 0; !reader.read(documents); i++) {
                if (i > 1_000_000) {
                    throw new ViewsUnavailable(new IllegalStateException("the documents changed during the load"));
                }
            }
            slot(campaign).put(reader.board());
            memoryBudget.shrink();
        });
    }

    private ShowSlot slot(CampaignId campaign) {
        return slots.computeIfAbsent(ShowRecord.key(campaign), key -> new ShowSlot(memoryBudget, writeFailure));
    }

    /** Returns whether an event is later than all earlier ones, and remembers its position. */
    boolean advance(long position) {
        boolean isNew = position > appliedPosition;
        appliedPosition = Math.max(appliedPosition, position);
        return isNew;
    }

    /** Changes the board of a show, if it is in memory. */
    void write(CampaignId campaign, Consumer<ShowBoard> change) {
        ShowSlot slot = slots.get(ShowRecord.key(campaign));
        if (slot != null) {
            slot.write(change);
        }
    }

    /** Changes all boards of an account that are in memory. */
    void writeAll(long account, Consumer<ShowBoard> change) {
        slots.forEach((key, slot) -> {
            if (key.startsWith(account + ".")) {
                slot.write(change);
            }
        });
    }

    <R> R read(CampaignId campaign, Function<ShowBoard, R> answer) {
        ShowSlot slot = slot(campaign);
        return slot.read(answer, () -> fetch(campaign, slot));
    }

    private NotInMemory.LoadedData fetch(CampaignId campaign, ShowSlot slot) {
        try {
            slot.fetch(() -> read(campaign));
        } catch (RuntimeException e) {
            if (replaced) {
                // The documents may be gone. The next attempt uses the boards that replaced these.
                return () -> {};
            }
            throw e;
        }
        memoryBudget.shrink();
        return () -> {
            slot.release();
            memoryBudget.shrink();
        };
    }

    /** Reads a board at least up to the applied position. Later changes are kept for it meanwhile. */
    private ShowBoard read(CampaignId campaign) {
        Views.Version from = version;
        if (from == null) {
            throw new IllegalStateException("There is no view version to read boards from");
        }
        readPermits.acquireUninterruptibly();
        try {
            long minPosition = appliedPosition;
            var reader = new BoardDocuments.BoardReader(campaign);
            long steps = 0;
            long deadline = System.nanoTime() + READ_TIMEOUT;
            while (!from.<Boolean>read(documents -> reader.read(documents) && documents.position() >= minPosition)) {
                if (reader.steps() > steps) {
                    steps = reader.steps();
                    deadline = System.nanoTime() + READ_TIMEOUT;
                } else if (System.nanoTime() < deadline && !replaced) {
                    LockSupport.parkNanos(RETRY_INTERVAL);
                } else {
                    throw new ViewsUnavailable(new IllegalStateException("the documents are behind the memory"));
                }
            }
            return reader.board();
        } finally {
            readPermits.release();
        }
    }

    /** Marks these boards as replaced by newer ones. Questions that wait for a board here start again with those. */
    void replaced() {
        replaced = true;
    }

    void shrink() {
        memoryBudget.shrink();
    }

    /** Lets boards leave whose shows ended a day ago. A question for one brings it back for a while. */
    void dropEnded(Instant now) {
        Instant before = now.minus(KEPT_AFTER_THE_END);
        slots.values()
                .forEach(slot -> slot.evictUnused(
                        UNUSED,
                        show -> show.state() == ShowState.FINISHED
                                && show.stateAt().isBefore(before)));
    }
}
