package encore.infra.eventstore.mongo.writer;

import com.mongodb.MongoException;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.adapter.CommitAnnouncer;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.adapter.StreamHeadCache;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.commit.AppendFailure.OnceKeyTaken;
import encore.infra.eventstore.log.commit.AppendFailure.RequestAnswered;
import encore.infra.eventstore.log.commit.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import encore.infra.eventstore.log.commit.AppendFailure.Unknown;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.MongoHead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single thread of a process that appends to the log and follows the commits of others. It inserts a group at a
 * time after the last commit that it knows. When the server answers anything but yes, the outcome is settled by
 * reading. Until then the same documents are sent again at the same positions, and no caller gets an answer.
 */
public final class MongoLogWriter implements AutoCloseable {

    public static final Logger LOG = LoggerFactory.getLogger(MongoLogWriter.class);
    private static final long MAX_COMMIT_BYTES = 12L << 20;
    private static final int FOLLOW_PAGE = 256;
    private static final int FOLLOW_PAGE_SHARED = 64;

    /**
     * After this time without commits the log is polled less often. A caller that waits for something nudges the
     * writer.
     */
    private static final long IDLE_AFTER = Duration.ofSeconds(1).toNanos();

    private static final int IDLE_POLL_FACTOR = 4;
    private static final long RETRY_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long SETTLE_PAUSE = Duration.ofMillis(1).toNanos();
    private static final long CLOSE_TIMEOUT = Duration.ofSeconds(5).toNanos();

    private final CommitCollection commitCollection;
    private final SequenceCheck sequenceCheck;
    private final JumpDetectingClock clock;
    private final CommitAnnouncer commitAnnouncer;
    private final ContentionHints contentionHints;
    private final String by;
    private final long pollNanos;
    private final WriterFairness fairness = new WriterFairness();
    private final ContestedStreams contestedStreams = new ContestedStreams();
    private final LogHash hash = new LogHash();
    private final Queue<PendingAppend> incoming = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<PendingAppend> waiting = new ArrayDeque<>();
    private final Thread thread =
            Thread.ofPlatform().name("log-writer").daemon().unstarted(this::run);

    private final PauseFreeClock awakeClock = new PauseFreeClock(System::nanoTime);
    private final CommitTimeouts commitTimeouts = new CommitTimeouts(awakeClock, this::isDatabaseSilent);

    private volatile MongoHead mongoHead;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile boolean nudged;
    private volatile @Nullable String deadBecause;

    /** The time of the database's last answer. While nobody appends, the polls for others' commits get answers. */
    private volatile long answeredAt = awakeClock.now();

    /** The time when the last query for the log's end was sent. Commits after that may be missing here. */
    private volatile long completeAt = System.nanoTime();

    private long advancedAt = System.nanoTime();
    private boolean failing;
    private long closingSince;

    /** @param by this process's name in its commits */
    public MongoLogWriter(
            CommitCollection commitCollection,
            StreamHeadCache heads,
            JumpDetectingClock clock,
            CommitAnnouncer commitAnnouncer,
            ContentionHints contentionHints,
            String by,
            Duration poll,
            MongoHead mongoHead) {
        this.commitCollection = commitCollection;
        this.sequenceCheck = new SequenceCheck(commitCollection, heads);
        this.clock = clock;
        this.commitAnnouncer = commitAnnouncer;
        this.contentionHints = contentionHints;
        this.by = by;
        this.pollNanos = poll.toNanos();
        this.mongoHead = mongoHead;
    }

    public void start() {
        answeredAt = awakeClock.now();
        completeAt = System.nanoTime();
        thread.start();
        commitTimeouts.start();
    }

    public MongoHead head() {
        return mongoHead;
    }

    public boolean writable() {
        return deadBecause == null && !isDatabaseSilent() && clock.problem() == null;
    }

    private boolean isDatabaseSilent() {
        return awakeClock.now() - answeredAt > CommitTimeouts.MAX_WAIT;
    }

    /**
     * Returns how long ago this process knew the whole log, counted from the time when the query was sent, not when its
     * answer came.
     */
    public Duration timeSinceLastContact() {
        return Duration.ofNanos(System.nanoTime() - completeAt);
    }

    public boolean isDead() {
        return deadBecause != null;
    }

    public CompletableFuture<AppendedCommit> append(NewCommit commit) {
        PendingAppend pendingAppend = new PendingAppend(commit);
        String dead = deadBecause;
        OnceKey twice = duplicateKey(commit.onceKeys());
        if (twice != null) {
            pendingAppend.fail(new OnceKeyTaken(twice.key()));
        } else if (commit.events().isEmpty()) {
            pendingAppend.fail(new IllegalArgumentException("A commit has at least one event"));
        } else if (pendingAppend.bytes() > MAX_COMMIT_BYTES) {
            pendingAppend.fail(new IllegalArgumentException("A commit has at most " + MAX_COMMIT_BYTES + " bytes"));
        } else if (closing) {
            pendingAppend.fail(new Unavailable("The log is closed"));
        } else if (dead != null) {
            pendingAppend.fail(new Unavailable(dead));
        } else if (isDatabaseSilent()) {
            pendingAppend.fail(new Unavailable("The database does not answer"));
        } else {
            incoming.add(pendingAppend);
            commitTimeouts.add(pendingAppend);
            LockSupport.unpark(thread);
            // Checked after the push, and the thread looks at the queue after it has set this flag. So one of both
            // finds the commit.
            if (ended) {
                failIncoming();
            }
        }
        return pendingAppend.outcome();
    }

    /**
     * Returns a once-key that the commit contains twice, or null. The unique index compares documents, not the elements
     * of one document.
     */
    private static @Nullable OnceKey duplicateKey(List<OnceKey> keys) {
        Set<String> seen = new HashSet<>();
        return keys.stream().filter(key -> !seen.add(key.key())).findFirst().orElse(null);
    }

    /** Makes the writer look for new commits at once. */
    public void nudge() {
        nudged = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            work();
        } finally {
            ended = true;
            waiting.forEach(pendingAppend -> pendingAppend.fail(new Unavailable("The log is closed")));
            failIncoming();
        }
    }

    private void work() {
        while (deadBecause == null) {
            try {
                drainIncoming();
                if (!waiting.isEmpty()) {
                    probeDatabase();
                    contentionHints.exchange(contestedStreams::noteForeignDemand, !fairness.isAlone());
                    yieldToOthers();
                    drainIncoming();
                    List<PendingAppend> group = CommitGroups.takeNext(waiting, this::isLeftToOthers, hash);
                    if (group.isEmpty()) {
                        LockSupport.parkNanos(this, WriterFairness.POLL_NANOS);
                        follow();
                    }
                    writeOrFail(group);
                } else if (closing) {
                    return;
                } else {
                    awaitWork();
                    follow();
                }
                noteDatabaseAnswer();
            } catch (MongoException e) {
                noteDatabaseFailure(e);
            } catch (RuntimeException | Error e) {
                stopPermanently(e);
            }
        }
    }

    /**
     * Waits for an answer of a silent database before anything is sent: the outcome of a commit sent now would stay
     * unknown, while queued commits can still be given back.
     */
    private void probeDatabase() {
        if (isDatabaseSilent() && !closing) {
            follow();
            noteDatabaseAnswer();
        }
    }

    private void awaitWork() {
        if (!nudged && incoming.isEmpty() && !closing) {
            boolean quiet = System.nanoTime() - advancedAt > IDLE_AFTER;
            LockSupport.parkNanos(this, quiet ? IDLE_POLL_FACTOR * pollNanos : pollNanos);
        }
        nudged = false;
    }

    private void drainIncoming() {
        for (PendingAppend next = incoming.poll(); next != null; next = incoming.poll()) {
            waiting.add(next);
        }
    }

    /** Reads the commits of others. Returns whether there were any. */
    private boolean follow() {
        int most = fairness.isAlone() ? 1 : FOLLOW_PAGE_SHARED;
        long began = System.nanoTime();
        List<CommitDocument> page = commitCollection.following(mongoHead.position() + 1, most);
        if (page.isEmpty()) {
            completeAt = began;
            return false;
        }
        while (!page.isEmpty()) {
            long asked = mongoHead.position() + most;
            List<StoredEvent> events = new ArrayList<>();
            byte[] chained = mongoHead.hash();
            for (CommitDocument commit : page) {
                chained = commit.headHashBehind(chained, hash);
                if (!Arrays.equals(chained, commit.head())) {
                    throw new IllegalStateException(
                            "The commit at " + commit.first() + " does not follow the last commit that is known");
                }
                fairness.noteForeignCommit(commit.by());
                commit.events().forEach(event -> contestedStreams.noteForeignAppend(event.stream()));
                events.addAll(commit.events());
            }
            advanceHead(page.getLast().headAfter(), events, () -> {});
            noteDatabaseAnswer();
            most = FOLLOW_PAGE;
            // A page that is not full ends the log; another query would be a wasted round trip.
            if (mongoHead.position() < asked) {
                break;
            }
            began = System.nanoTime();
            page = commitCollection.following(mongoHead.position() + 1, most);
        }
        completeAt = began;
        return true;
    }

    private void advanceHead(MongoHead next, List<StoredEvent> events, Runnable tell) {
        // Streams are updated before the head: a thread that sees the new head must see the new state of its streams.
        sequenceCheck.noteAppended(events);
        mongoHead = next;
        advancedAt = System.nanoTime();
        commitAnnouncer.announce(events, tell);
    }

    /**
     * Reads the log's end before each group and leaves the next group to other writers for a moment, unless this writer
     * is alone.
     */
    private void yieldToOthers() {
        if (fairness.isAlone()) {
            return;
        }
        follow();
        while (fairness.isOthersTurn() && !closing) {
            LockSupport.parkNanos(this, WriterFairness.POLL_NANOS);
            follow();
        }
    }

    private boolean isLeftToOthers(PendingAppend next) {
        return !closing
                && next.commit().events().stream().anyMatch(event -> contestedStreams.isLeftToOthers(event.stream()));
    }

    /** Writes a group and makes sure that all its callers get an answer. */
    private void writeOrFail(List<PendingAppend> group) {
        try {
            write(group);
        } catch (MongoException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            answerInOrder(() -> group.forEach(pendingAppend -> pendingAppend.fail(new Unknown(e.toString()))));
            throw e;
        }
    }

    private void write(List<PendingAppend> group) {
        List<PendingAppend> possible;
        long now;
        try {
            now = clock.now(mongoHead.at());
            group.removeIf(pendingAppend -> !pendingAppend.markSent());
            possible = sequenceCheck.acceptable(group, this::refuse);
        } catch (Unavailable jumped) {
            answerInOrder(() -> group.forEach(pendingAppend -> pendingAppend.fail(jumped)));
            return;
        } catch (MongoException e) {
            returnToQueue(group);
            throw e;
        }
        if (possible.isEmpty()) {
            // No insert will show whether this is still the log's end, so the log is read.
            follow();
            return;
        }
        List<SentCommit> sent = encode(possible, now);
        long began = System.nanoTime();
        try {
            commitCollection.insert(documents(sent));
        } catch (MongoException e) {
            LOG.debug(
                    "The outcome of an insert at {} is unknown and is settled by reading: {}",
                    sent.getFirst().commit().first(),
                    e.getMessage());
            fairness.noteInsertDuration(System.nanoTime() - began);
            settle(sent);
            return;
        }
        fairness.noteOwnInsert(System.nanoTime() - began);
        completeAppended(sent);
        completeAt = began;
    }

    private void returnToQueue(List<PendingAppend> group) {
        group.forEach(PendingAppend::markQueued);
        for (PendingAppend pendingAppend : group.reversed()) {
            waiting.addFirst(pendingAppend);
        }
    }

    private void refuse(PendingAppend pendingAppend, AppendFailure failure) {
        reportLost(pendingAppend);
        answerInOrder(() -> pendingAppend.fail(failure));
    }

    private void reportLost(PendingAppend pendingAppend) {
        pendingAppend.commit().events().stream()
                .map(NewEvent::stream)
                .filter(contestedStreams::isKnown)
                .forEach(contentionHints::addLost);
    }

    private List<SentCommit> encode(List<PendingAppend> group, long now) {
        List<SentCommit> sent = new ArrayList<>(group.size());
        MongoHead from = mongoHead;
        // All commits of a group have the same time, and no other commit has it.
        long at = Math.max(now, from.at() + 1);
        for (int i = 0; i < group.size(); i++) {
            boolean ends = i == group.size() - 1;
            CommitDocument commit = CommitDocument.following(from, group.get(i).commit(), at, ends, by, hash);
            sent.add(new SentCommit(group.get(i), commit, commit.encode(hash)));
            from = commit.headAfter();
        }
        return sent;
    }

    private static List<Document> documents(List<SentCommit> sent) {
        return sent.stream().map(SentCommit::document).toList();
    }

    /** Reads until the outcome of each commit is known, and returns those to the queue that need another position. */
    private void settle(List<SentCommit> all) {
        List<SentCommit> left = all;
        while (!left.isEmpty()) {
            try {
                Map<Long, Binary> there = commitCollection.idsAt(left.stream()
                        .map(sentCommit -> sentCommit.commit().first())
                        .toList());
                int ours = 0;
                while (ours < left.size() && left.get(ours).isAt(there)) {
                    ours++;
                }
                SentCommit next = left.get(Math.min(ours, left.size() - 1));
                if (ours > 0) {
                    // A majority has this commit, so it has all earlier ones.
                    if (commitCollection.majorityHas(left.get(ours - 1).commit().first())) {
                        completeAppended(left.subList(0, ours));
                        left = left.subList(ours, left.size());
                    } else {
                        LockSupport.parkNanos(this, SETTLE_PAUSE);
                    }
                } else if (there.containsKey(next.commit().first())) {
                    if (follow()) {
                        requeue(left);
                        return;
                    }
                    LockSupport.parkNanos(this, SETTLE_PAUSE);
                } else {
                    AppendFailure conflict = conflict(next);
                    if (conflict != null) {
                        refuse(next.append(), conflict);
                        requeue(left.subList(1, left.size()));
                        return;
                    }
                    commitCollection.insert(documents(left));
                    completeAppended(left);
                    return;
                }
                noteDatabaseAnswer();
            } catch (MongoException e) {
                noteDatabaseFailure(e);
                if (closing && System.nanoTime() - closingSince > CLOSE_TIMEOUT) {
                    List<SentCommit> unknown = left;
                    answerInOrder(() -> unknown.forEach(sentCommit ->
                            sentCommit.append().fail(new Unknown("The log was closed before an answer came"))));
                    return;
                }
            }
        }
    }

    /**
     * Returns commits to the front of the queue that were not written and cannot be written at their positions. They
     * are checked again.
     */
    private void requeue(List<SentCommit> left) {
        returnToQueue(left.stream().map(SentCommit::append).toList());
    }

    /** Finds the reason why a commit can never be written. Null means that it was not written yet. */
    private @Nullable AppendFailure conflict(SentCommit sentCommit) {
        CommitDocument commit = sentCommit.commit();
        for (Binary id : commit.ids()) {
            Document holder = commitCollection.holder(id);
            if (holder != null) {
                return conflict(commit, id, holder);
            }
        }
        Set<String> slots = new HashSet<>();
        commit.events().forEach(event -> slots.add(CommitDocument.slot(event.stream(), event.sequence())));
        return commitCollection.takenSlots(slots).stream().anyMatch(slots::contains)
                ? new SequenceTaken(
                        commit.events().getFirst().stream(),
                        commit.events().getFirst().sequence())
                : null;
    }

    private AppendFailure conflict(CommitDocument commit, Binary id, Document holder) {
        if (id.equals(commit.ids().getFirst())) {
            if (!CommitCollection.isVoid(holder)) {
                throw new IllegalStateException("The commit for " + commit.first() + " is in the log somewhere else");
            }
            // The commit took so long that another process voided it to get its claims.
            return new ClaimTaken();
        }
        RememberedAnswer request = commit.request();
        if (request != null && id.equals(new Binary(request.key().id()))) {
            return new RequestAnswered(
                    Objects.requireNonNull(CommitDocument.decode(holder, hash).request()));
        }
        int before = commit.ids().size() - commit.onceKeys().size();
        return new OnceKeyTaken(
                commit.onceKeys().get(commit.ids().indexOf(id) - before).key());
    }

    private void completeAppended(List<SentCommit> sent) {
        List<StoredEvent> events = new ArrayList<>();
        sent.forEach(one -> events.addAll(one.commit().events()));
        events.forEach(event -> contestedStreams.noteOwnAppend(event.stream()));
        List<SentCommit> completed = List.copyOf(sent);
        advanceHead(completed.getLast().commit().headAfter(), events, () -> completed.forEach(SentCommit::succeed));
    }

    /** Answers on the announcer's thread, after everything that was announced before. */
    private void answerInOrder(Runnable tell) {
        commitAnnouncer.announce(List.of(), tell);
    }

    private void noteDatabaseAnswer() {
        answeredAt = awakeClock.now();
        if (failing) {
            failing = false;
            LOG.info("The database answers again");
        }
    }

    private void noteDatabaseFailure(MongoException failure) {
        if (!failing) {
            failing = true;
            LOG.warn("The database failed; trying again until it answers: {}", failure.getMessage());
        }
        if (!closing || System.nanoTime() - closingSince < CLOSE_TIMEOUT) {
            LockSupport.parkNanos(this, RETRY_PAUSE);
        }
    }

    private void stopPermanently(Throwable reason) {
        deadBecause = String.valueOf(reason.getMessage());
        LOG.error("The log cannot be written until this process is restarted", reason);
    }

    /** Writes the queued commits, then ends. */
    @Override
    public void close() {
        closingSince = System.nanoTime();
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
            commitTimeouts.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failIncoming() {
        for (PendingAppend left = incoming.poll(); left != null; left = incoming.poll()) {
            left.fail(new Unavailable("The log is closed"));
        }
    }

    /** A commit and the document that was sent for it. */
    private record SentCommit(PendingAppend append, CommitDocument commit, Document document) {

        boolean isAt(Map<Long, Binary> there) {
            return commit.ids().getFirst().equals(there.get(commit.first()));
        }

        void succeed() {
            append.outcome().complete(new AppendedCommit(commit.first(), commit.last(), commit.at()));
        }
    }
}
