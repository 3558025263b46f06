package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.AppendFailure.Unavailable;
import encore.infra.eventstore.log.AppendFailure.Unknown;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.WatchedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes the log. It takes all queued commits as a group, writes them in one transaction with one sync,
 * and passes the outcomes to another thread. It never waits for more commits to fill a group.
 */
final class Writer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final int LARGEST_GROUP = 4_096;
    private static final long REST_AFTER_TROUBLE = 250;

    private final Connection connection;
    private final PositionIndex index;
    private final WatchedClock clock;
    private final HeadFile.Lines headLines;
    private final Consumer<Written> announce;
    private final Thread thread;

    /** The task that a caller pushed last, linked to the one before it. */
    private final AtomicReference<@Nullable Queued> pushed = new AtomicReference<>();

    private final ArrayDeque<Work> waiting = new ArrayDeque<>();

    /**
     * Is locked while a transaction is open. A checkpoint that excludes the writer takes it, so the writer never
     * busy-waits.
     */
    private final ReentrantLock transaction = new ReentrantLock(true);

    private final Stamps stamps;
    private volatile Head head;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile @Nullable String deadBecause;
    private volatile long troubleUntil;

    /** The tasks that the thread has taken and not answered yet. */
    private List<Work> group = List.of();

    /** The prepared statements and cached streams; null after a failure, which makes both invalid. */
    private @Nullable LogTables tables;

    Writer(
            Connection connection,
            PositionIndex index,
            WatchedClock clock,
            HeadFile headFile,
            Consumer<Written> announce)
            throws SQLException, IOException {
        this.connection = connection;
        this.index = index;
        this.clock = clock;
        this.announce = announce;
        this.tables = new LogTables(connection, index);
        this.head = LogTables.head(connection);
        this.headLines = headFile.begin(head);
        this.stamps = new Stamps(head.at());
        this.thread = Thread.ofPlatform().name("log-writer").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Head head() {
        return head;
    }

    long passed() {
        return stamps.passed(head.at());
    }

    ReentrantLock transaction() {
        return transaction;
    }

    boolean writable() {
        return deadBecause == null && System.currentTimeMillis() >= troubleUntil && clock.trouble() == null;
    }

    boolean isDead() {
        return deadBecause != null;
    }

    /** Stops all writes until a restart, for example because a sync of the writer or a checkpoint has failed. */
    void die(String reason) {
        if (deadBecause == null) {
            deadBecause = reason;
            LOG.error("No more writes until a restart: {}", reason);
        }
    }

    CompletableFuture<Appended> append(NewCommit commit) {
        CompletableFuture<Appended> outcome = new CompletableFuture<>();
        push(new Append(commit, outcome));
        return outcome;
    }

    /** Runs other work in the writer's next transaction. It is durable when the future completes. */
    CompletableFuture<Void> along(Sqlite.Step<Connection> work) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        push(new Along(work, outcome));
        return outcome;
    }

    private void push(Work work) {
        if (closing) {
            work.fail(new Unavailable("The log is closed"));
            return;
        }
        Queued before = pushed.getAndUpdate(last -> new Queued(work, last));
        if (before == null) {
            LockSupport.unpark(thread);
        }
        // Checked after the push, as the ending thread looks at the queue after setting it: one of both finds the task.
        if (ended) {
            failWhatIsQueued();
        }
    }

    private void run() {
        try {
            work();
        } finally {
            if (!closing) {
                die("The writer has ended");
            }
            ended = true;
            group.forEach(work -> work.fail(new Unknown("The writer has ended")));
            waiting.forEach(work -> work.fail(new Unavailable("The log is closed")));
            failWhatIsQueued();
        }
    }

    private void work() {
        while (true) {
            takeWhatIsQueued();
            if (!waiting.isEmpty()) {
                group = nextGroup();
                write(group);
                group = List.of();
            } else if (closing) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void takeWhatIsQueued() {
        Queued last = pushed.getAndSet(null);
        int at = 0;
        List<Work> newestFirst = new ArrayList<>();
        for (; last != null; last = last.before()) {
            newestFirst.add(last.work());
            at++;
        }
        while (at > 0) {
            waiting.add(newestFirst.get(--at));
        }
    }

    private List<Work> nextGroup() {
        List<Work> group = new ArrayList<>(Math.min(waiting.size(), LARGEST_GROUP));
        while (group.size() < LARGEST_GROUP && !waiting.isEmpty()) {
            group.add(waiting.poll());
        }
        return group;
    }

    private void write(List<Work> group) {
        String dead = deadBecause;
        if (dead != null) {
            announce.accept(Written.failed(group, new Unavailable(dead)));
            return;
        }
        transaction.lock();
        boolean committing = false;
        try {
            LogTables writing = tables();
            writing.begin();
            Written written = new Written(group);
            Head reached = appendAll(writing, written, head);
            committing = true;
            writing.commit();
            note(reached);
            index.reached(head.position(), reached.position());
            head = reached;
            // End the group before the outcome is announced: a caller may page up to its time.
            stamps.end();
            troubleUntil = 0;
            announce.accept(written);
        } catch (SQLException e) {
            recover(group, e, committing);
        } catch (RuntimeException e) {
            rollBack();
            failAlone(group, e);
        } catch (Error e) {
            // Most likely the memory is exhausted. The log is intact, but the state of this writer is unknown.
            rollBack();
            die(e.toString());
            announce.accept(Written.failed(group, new Unknown(e.toString())));
        } finally {
            stamps.end();
            transaction.unlock();
        }
    }

    /**
     * Writes the head file, after the commit and before the outcome is announced. So an acknowledged commit that gets
     * lost is detected.
     */
    private void note(Head reached) {
        if (reached.position() > head.position()) {
            try {
                headLines.put(reached);
            } catch (IOException e) {
                LOG.warn("The head file could not be written at {}: {}", reached.position(), e.toString());
            }
        }
    }

    void syncHead() throws IOException {
        headLines.sync();
    }

    /** Returns the tables. After a failure the statements are prepared and the head is read again. */
    private LogTables tables() throws SQLException {
        LogTables known = tables;
        if (known != null) {
            return known;
        }
        LogTables opened = new LogTables(connection, index);
        head = LogTables.head(connection);
        tables = opened;
        return opened;
    }

    /** Writes a group. A commit that fails its checks writes nothing and fails alone. */
    private Head appendAll(LogTables writing, Written written, Head from) throws SQLException {
        Head reached = from;
        Unavailable jumped = null;
        long now = from.at();
        try {
            now = clock.now(from.at());
        } catch (Unavailable refused) {
            jumped = refused;
        }
        now = stamps.begin(now);
        for (Work work : written.group) {
            switch (work) {
                case Append append -> {
                    try {
                        if (jumped != null) {
                            throw jumped;
                        }
                        Head next = writing.append(append.commit(), reached, now, written.events::add);
                        written.outcomes.add(new Appended(reached.position() + 1, next.position(), next.at()));
                        reached = next;
                    } catch (AppendFailure | IllegalArgumentException refused) {
                        written.outcomes.add(refused);
                    }
                }
                case Along along -> {
                    along.work().on(connection);
                    written.outcomes.add(Written.DONE);
                }
            }
        }
        return reached;
    }

    private void recover(List<Work> group, SQLException failure, boolean committing) {
        rollBack();
        switch (Trouble.of(failure, committing)) {
            case UNKNOWN -> {
                die(String.valueOf(failure.getMessage()));
                announce.accept(Written.failed(group, new Unknown(String.valueOf(failure.getMessage()))));
            }
            case NOT_WRITTEN -> {
                troubleUntil = System.currentTimeMillis() + REST_AFTER_TROUBLE;
                LOG.warn("{} commits could not be written: {}", group.size(), failure.getMessage());
                announce.accept(Written.failed(group, new Unavailable(String.valueOf(failure.getMessage()))));
            }
            case MALFORMED -> failAlone(group, new IllegalArgumentException(failure));
        }
    }

    /** Writes the commits of a group one by one, so that a commit that cannot be written does not fail the others. */
    private void failAlone(List<Work> group, RuntimeException failure) {
        if (group.size() == 1) {
            announce.accept(Written.failed(group, failure));
        } else {
            group.forEach(work -> write(List.of(work)));
        }
    }

    private void rollBack() {
        tables = null;
        try {
            Sqlite.rollBack(connection);
        } catch (SQLException e) {
            die("The transaction could not be rolled back: " + e.getMessage());
        }
    }

    /** Writes the queued commits, then ends the thread. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
            failWhatIsQueued();
            connection.close();
            headLines.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new StoreFailed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void failWhatIsQueued() {
        for (Queued last = pushed.getAndSet(null); last != null; last = last.before()) {
            last.work().fail(new Unavailable("The log is closed"));
        }
    }

    private record Queued(Work work, @Nullable Queued before) {}

    /** A task for the writer. */
    sealed interface Work {
        CompletableFuture<?> outcome();

        default void fail(Throwable failure) {
            outcome().completeExceptionally(failure);
        }
    }

    private record Append(NewCommit commit, CompletableFuture<Appended> outcome) implements Work {}

    private record Along(Sqlite.Step<Connection> work, CompletableFuture<Void> outcome) implements Work {}

    /** A group of tasks and their outcomes. */
    static final class Written {

        private static final Object DONE = new Object();

        private final List<Work> group;
        private final List<Object> outcomes;
        final List<StoredEvent> events;

        private Written(List<Work> group) {
            this.group = group;
            this.outcomes = new ArrayList<>(group.size());
            this.events = new ArrayList<>(group.size());
        }

        private static Written failed(List<Work> group, Throwable failure) {
            Written written = new Written(group);
            group.forEach(work -> written.outcomes.add(failure));
            return written;
        }

        /** Returns the claims that the group's commits release, also those of failed commits. */
        Stream<List<Claimed>> released() {
            return group.stream()
                    .filter(Append.class::isInstance)
                    .map(work -> ((Append) work).commit().released());
        }

        void complete() {
            for (int i = 0; i < group.size(); i++) {
                Object outcome = outcomes.get(i);
                switch (group.get(i)) {
                    case Work work when outcome instanceof Throwable failure -> work.fail(failure);
                    case Append append -> append.outcome().complete((Appended) outcome);
                    case Along along -> along.outcome().complete(null);
                }
            }
        }
    }
}
