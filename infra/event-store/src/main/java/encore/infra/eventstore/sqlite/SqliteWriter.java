package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import encore.infra.eventstore.log.commit.AppendFailure.Unknown;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.sqlite.tables.LogTables;
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
final class SqliteWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteWriter.class);
    private static final int LARGEST_GROUP = 4_096;
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 250;

    private final Connection connection;
    private final PositionIndex index;
    private final JumpDetectingClock clock;
    private final HeadFile.HeadWriter headLines;
    private final Consumer<GroupOutcome> announce;
    private final Thread thread;

    /** The task that a caller pushed last, linked to the one before it. */
    private final AtomicReference<@Nullable QueueNode> pushed = new AtomicReference<>();

    /** The tasks taken from the queue. Only the writer's thread uses it. */
    private final ArrayDeque<WriteTask> waiting = new ArrayDeque<>();

    /**
     * Is locked while a transaction is open. A checkpoint that excludes the writer takes it, so the writer never
     * busy-waits.
     */
    private final ReentrantLock transaction = new ReentrantLock(true);

    private final CommitTimestamps commitTimestamps;
    private volatile LogHead logHead;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile @Nullable String stopReason;
    private volatile long unwritableUntil;

    /** The reason for which the last group could not be written; null when it was written. */
    private volatile @Nullable String writeProblem;

    /** The tasks that the thread has taken and not answered yet. */
    private List<WriteTask> group = List.of();

    /** The prepared statements and cached streams; null after a failure, which makes both invalid. */
    private @Nullable LogTables tables;

    SqliteWriter(
            Connection connection,
            PositionIndex index,
            JumpDetectingClock clock,
            HeadFile headFile,
            Consumer<GroupOutcome> announce)
            throws SQLException, IOException {
        this.connection = connection;
        this.index = index;
        this.clock = clock;
        this.announce = announce;
        this.tables = new LogTables(connection, index);
        this.logHead = LogTables.head(connection);
        this.headLines = headFile.openWith(logHead);
        this.commitTimestamps = new CommitTimestamps(logHead.at());
        this.thread = Thread.ofPlatform().name("log-writer").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    LogHead head() {
        return logHead;
    }

    long settledTime() {
        return commitTimestamps.settledTime(logHead.at());
    }

    ReentrantLock transaction() {
        return transaction;
    }

    boolean writable() {
        return stopReason == null && System.currentTimeMillis() >= unwritableUntil && clock.problem() == null;
    }

    /** Returns a sentence while commits cannot be written, otherwise null. */
    @Nullable
    String problem() {
        String reason = writeProblem;
        return reason == null ? clock.problem() : "Nothing can be stored, and reads go on: " + reason + ".";
    }

    boolean isWriteFailing() {
        return writeProblem != null;
    }

    /** Notes that there is room again. */
    void noteWritable() {
        if (writeProblem != null) {
            writeProblem = null;
            LOG.info("Commits can be written again");
        }
    }

    boolean isStopped() {
        return stopReason != null;
    }

    /** Stops all writes until a restart, for example because a sync of the writer or a checkpoint has failed. */
    void stopWriting(String reason) {
        if (stopReason == null) {
            stopReason = reason;
            LOG.error("No more writes until a restart: {}", reason);
        }
    }

    CompletableFuture<AppendedCommit> append(NewCommit commit) {
        CompletableFuture<AppendedCommit> outcome = new CompletableFuture<>();
        push(new AppendTask(commit, outcome));
        return outcome;
    }

    /** Runs other work in the writer's next transaction. It is durable when the future completes. */
    CompletableFuture<Void> runInTransaction(Sqlite.SqlAction<Connection> work) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        push(new ConnectionTask(work, outcome));
        return outcome;
    }

    private void push(WriteTask writeTask) {
        if (closing) {
            writeTask.fail(new Unavailable("The log is closed"));
            return;
        }
        QueueNode before = pushed.getAndUpdate(last -> new QueueNode(writeTask, last));
        if (before == null) {
            LockSupport.unpark(thread);
        }
        // Checked after the push, as the ending thread looks at the queue after setting it: one of both finds the task.
        if (ended) {
            failQueued();
        }
    }

    private void run() {
        try {
            work();
        } finally {
            if (!closing) {
                stopWriting("The writer has ended");
            }
            ended = true;
            group.forEach(writeTask -> writeTask.fail(new Unknown("The writer has ended")));
            waiting.forEach(writeTask -> writeTask.fail(new Unavailable("The log is closed")));
            failQueued();
        }
    }

    private void work() {
        while (true) {
            takeQueued();
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

    private void takeQueued() {
        QueueNode last = pushed.getAndSet(null);
        int at = 0;
        List<WriteTask> newestFirst = new ArrayList<>();
        for (; last != null; last = last.before()) {
            newestFirst.add(last.work());
            at++;
        }
        while (at > 0) {
            waiting.add(newestFirst.get(--at));
        }
    }

    private List<WriteTask> nextGroup() {
        List<WriteTask> group = new ArrayList<>(Math.min(waiting.size(), LARGEST_GROUP));
        while (group.size() < LARGEST_GROUP && !waiting.isEmpty()) {
            group.add(waiting.poll());
        }
        return group;
    }

    private void write(List<WriteTask> group) {
        String reason = stopReason;
        if (reason != null) {
            announce.accept(GroupOutcome.failed(group, new Unavailable(reason)));
            return;
        }
        transaction.lock();
        boolean committing = false;
        try {
            LogTables writing = tables();
            writing.begin();
            GroupOutcome groupOutcome = new GroupOutcome(group);
            LogHead reached = appendAll(writing, groupOutcome, logHead);
            committing = true;
            writing.commit();
            writeHead(reached);
            index.onDurable(logHead.position(), reached.position());
            logHead = reached;
            // End the group before the outcome is announced: a caller may page up to its time.
            commitTimestamps.endGroup();
            unwritableUntil = 0;
            noteWritable();
            announce.accept(groupOutcome);
        } catch (SQLException e) {
            recover(group, e, committing);
        } catch (RuntimeException e) {
            rollBack();
            retryOneByOne(group, e);
        } catch (Error e) {
            // Most likely the memory is exhausted. The log is intact, but the state of this writer is unknown.
            rollBack();
            stopWriting(e.toString());
            announce.accept(GroupOutcome.failed(group, new Unknown(e.toString())));
        } finally {
            commitTimestamps.endGroup();
            transaction.unlock();
        }
    }

    /**
     * Writes the head file, after the commit and before the outcome is announced. So an acknowledged commit that gets
     * lost is detected.
     */
    private void writeHead(LogHead reached) {
        if (reached.position() > logHead.position()) {
            try {
                headLines.append(reached);
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
        LogTables current = tables;
        if (current != null) {
            return current;
        }
        LogTables opened = new LogTables(connection, index);
        logHead = LogTables.head(connection);
        tables = opened;
        return opened;
    }

    /** Writes a group. A commit that fails its checks writes nothing and fails alone. */
    private LogHead appendAll(LogTables writing, GroupOutcome groupOutcome, LogHead from) throws SQLException {
        LogHead reached = from;
        Unavailable jumped = null;
        long now = from.at();
        try {
            now = clock.now(from.at());
        } catch (Unavailable refused) {
            jumped = refused;
        }
        now = commitTimestamps.beginGroup(now);
        for (WriteTask writeTask : groupOutcome.group) {
            switch (writeTask) {
                case AppendTask appendTask -> {
                    try {
                        if (jumped != null) {
                            throw jumped;
                        }
                        LogHead next = writing.append(appendTask.commit(), reached, now, groupOutcome.events::add);
                        groupOutcome.outcomes.add(
                                new AppendedCommit(reached.position() + 1, next.position(), next.at()));
                        reached = next;
                    } catch (AppendFailure | IllegalArgumentException refused) {
                        groupOutcome.outcomes.add(refused);
                    }
                }
                case ConnectionTask connectionTask -> {
                    connectionTask.work().on(connection);
                    groupOutcome.outcomes.add(GroupOutcome.DONE);
                }
            }
        }
        return reached;
    }

    private void recover(List<WriteTask> group, SQLException failure, boolean committing) {
        rollBack();
        switch (SqliteErrorKind.of(failure, committing)) {
            case UNKNOWN -> {
                stopWriting(String.valueOf(failure.getMessage()));
                announce.accept(GroupOutcome.failed(group, new Unknown(String.valueOf(failure.getMessage()))));
            }
            case NOT_WRITTEN -> {
                unwritableUntil = System.currentTimeMillis() + PAUSE_AFTER_FAILURE_MILLIS;
                if (writeProblem == null) {
                    LOG.warn("Commits cannot be written: {}", failure.getMessage());
                }
                writeProblem = String.valueOf(failure.getMessage());
                announce.accept(GroupOutcome.failed(group, new Unavailable(String.valueOf(failure.getMessage()))));
            }
            case MALFORMED -> retryOneByOne(group, new IllegalArgumentException(failure));
        }
    }

    /** Writes the commits of a group one by one, so that a commit that cannot be written does not fail the others. */
    private void retryOneByOne(List<WriteTask> group, RuntimeException failure) {
        if (group.size() == 1) {
            announce.accept(GroupOutcome.failed(group, failure));
        } else {
            group.forEach(writeTask -> write(List.of(writeTask)));
        }
    }

    private void rollBack() {
        LogTables failed = tables;
        tables = null;
        if (failed != null) {
            failed.close();
        }
        try {
            Sqlite.rollBack(connection);
        } catch (SQLException e) {
            stopWriting("The transaction could not be rolled back: " + e.getMessage());
        }
    }

    /** Writes the queued commits, then ends the thread. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
            failQueued();
            connection.close();
            headLines.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void failQueued() {
        for (QueueNode last = pushed.getAndSet(null); last != null; last = last.before()) {
            last.work().fail(new Unavailable("The log is closed"));
        }
    }

    private record QueueNode(WriteTask work, @Nullable QueueNode before) {}

    /** A task for the writer. */
    sealed interface WriteTask {
        CompletableFuture<?> outcome();

        default void fail(Throwable failure) {
            outcome().completeExceptionally(failure);
        }
    }

    private record AppendTask(NewCommit commit, CompletableFuture<AppendedCommit> outcome) implements WriteTask {}

    private record ConnectionTask(Sqlite.SqlAction<Connection> work, CompletableFuture<Void> outcome)
            implements WriteTask {}

    /** A group of tasks and their outcomes. */
    static final class GroupOutcome {

        private static final Object DONE = new Object();

        private final List<WriteTask> group;
        private final List<Object> outcomes;
        final List<StoredEvent> events;

        private GroupOutcome(List<WriteTask> group) {
            this.group = group;
            this.outcomes = new ArrayList<>(group.size());
            this.events = new ArrayList<>(group.size());
        }

        private static GroupOutcome failed(List<WriteTask> group, Throwable failure) {
            GroupOutcome groupOutcome = new GroupOutcome(group);
            group.forEach(writeTask -> groupOutcome.outcomes.add(failure));
            return groupOutcome;
        }

        /** Returns the claims that the group's commits release, also those of failed commits. */
        Stream<List<OwnedClaim>> released() {
            return group.stream()
                    .filter(AppendTask.class::isInstance)
                    .map(writeTask -> ((AppendTask) writeTask).commit().released());
        }

        void complete() {
            for (int i = 0; i < group.size(); i++) {
                Object outcome = outcomes.get(i);
                switch (group.get(i)) {
                    case WriteTask writeTask when outcome instanceof Throwable failure -> writeTask.fail(failure);
                    case AppendTask appendTask -> appendTask.outcome().complete((AppendedCommit) outcome);
                    case ConnectionTask connectionTask ->
                        connectionTask.outcome().complete(null);
                }
            }
        }
    }
}
