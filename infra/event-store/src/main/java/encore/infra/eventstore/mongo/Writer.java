package encore.infra.eventstore.mongo;

import com.mongodb.MongoException;
import encore.infra.eventstore.log.Announcer;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.AppendFailure.KeyTaken;
import encore.infra.eventstore.log.AppendFailure.RequestTaken;
import encore.infra.eventstore.log.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.AppendFailure.Unavailable;
import encore.infra.eventstore.log.AppendFailure.Unknown;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHeads;
import encore.infra.eventstore.log.WatchedClock;
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
final class Writer implements AutoCloseable {

    static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    private static final long LARGEST_COMMIT_BYTES = 12L << 20;
    private static final int FOLLOWED_AT_ONCE = 256;
    private static final int FOLLOWED_IN_COMPANY = 64;

    /**
     * After this time without commits the log is polled less often. A caller that waits for something nudges the
     * writer.
     */
    private static final long QUIET_AFTER = Duration.ofSeconds(1).toNanos();

    private static final int TIMES_RARER = 4;
    private static final long REST_IN_TROUBLE = Duration.ofMillis(50).toNanos();
    private static final long LOOK_AGAIN = Duration.ofMillis(1).toNanos();
    private static final long PATIENCE_AT_CLOSE = Duration.ofSeconds(5).toNanos();

    private final Commits commits;
    private final Places places;
    private final WatchedClock clock;
    private final Announcer announcer;
    private final ContentionHints wanted;
    private final String by;
    private final long pollNanos;
    private final WriterFairness turns = new WriterFairness();
    private final Contested contested = new Contested();
    private final LogHash hash = new LogHash();
    private final Queue<Append> pushed = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Append> waiting = new ArrayDeque<>();
    private final Thread thread =
            Thread.ofPlatform().name("log-writer").daemon().unstarted(this::run);

    private final AwakeTime time = new AwakeTime(System::nanoTime);
    private final Patience patience = new Patience(time, this::inTrouble);

    private volatile Head head;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile boolean nudged;
    private volatile @Nullable String deadBecause;

    /** The time of the database's last answer. While nobody appends, the polls for others' commits get answers. */
    private volatile long heardAt = time.now();

    /** The time when the last query for the log's end was sent. Commits after that may be missing here. */
    private volatile long completeAt = System.nanoTime();

    private long movedAt = System.nanoTime();
    private boolean troubled;
    private long closingSince;

    /** @param by this process's name in its commits */
    Writer(
            Commits commits,
            StreamHeads heads,
            WatchedClock clock,
            Announcer announcer,
            ContentionHints wanted,
            String by,
            Duration poll,
            Head head) {
        this.commits = commits;
        this.places = new Places(commits, heads);
        this.clock = clock;
        this.announcer = announcer;
        this.wanted = wanted;
        this.by = by;
        this.pollNanos = poll.toNanos();
        this.head = head;
    }

    void start() {
        heardAt = time.now();
        completeAt = System.nanoTime();
        thread.start();
        patience.start();
    }

    Head head() {
        return head;
    }

    boolean writable() {
        return deadBecause == null && !inTrouble() && clock.trouble() == null;
    }

    private boolean inTrouble() {
        return time.now() - heardAt > Patience.LONGEST;
    }

    /**
     * Returns how long ago this process knew the whole log, counted from the time when the query was sent, not when its
     * answer came.
     */
    Duration heardAgo() {
        return Duration.ofNanos(System.nanoTime() - completeAt);
    }

    boolean isDead() {
        return deadBecause != null;
    }

    CompletableFuture<Appended> append(NewCommit commit) {
        Append append = new Append(commit);
        String dead = deadBecause;
        OnceKey twice = twice(commit.onceKeys());
        if (twice != null) {
            append.fail(new KeyTaken(twice.key()));
        } else if (commit.events().isEmpty()) {
            append.fail(new IllegalArgumentException("A commit has at least one event"));
        } else if (append.bytes() > LARGEST_COMMIT_BYTES) {
            append.fail(new IllegalArgumentException("A commit has at most " + LARGEST_COMMIT_BYTES + " bytes"));
        } else if (closing) {
            append.fail(new Unavailable("The log is closed"));
        } else if (dead != null) {
            append.fail(new Unavailable(dead));
        } else if (inTrouble()) {
            append.fail(new Unavailable("The database does not answer"));
        } else {
            pushed.add(append);
            patience.add(append);
            LockSupport.unpark(thread);
            // Checked after the push, and the thread looks at the queue after it has set this flag. So one of both
            // finds the commit.
            if (ended) {
                failWhatIsPushed();
            }
        }
        return append.outcome();
    }

    /**
     * Returns a once-key that the commit contains twice, or null. The unique index compares documents, not the elements
     * of one document.
     */
    private static @Nullable OnceKey twice(List<OnceKey> keys) {
        Set<String> seen = new HashSet<>();
        return keys.stream().filter(key -> !seen.add(key.key())).findFirst().orElse(null);
    }

    /** Makes the writer look for new commits at once. */
    void nudge() {
        nudged = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            work();
        } finally {
            ended = true;
            waiting.forEach(append -> append.fail(new Unavailable("The log is closed")));
            failWhatIsPushed();
        }
    }

    private void work() {
        while (deadBecause == null) {
            try {
                takeWhatIsQueued();
                if (!waiting.isEmpty()) {
                    mustAnswer();
                    wanted.exchange(contested::wantedByOther, !turns.isAlone());
                    letOthersGoFirst();
                    takeWhatIsQueued();
                    List<Append> group = Groups.next(waiting, this::isLeftToOthers, hash);
                    if (group.isEmpty()) {
                        LockSupport.parkNanos(this, WriterFairness.LOOK_EVERY);
                        follow();
                    }
                    writeOrTell(group);
                } else if (closing) {
                    return;
                } else {
                    rest();
                    follow();
                }
                heard();
            } catch (MongoException e) {
                trouble(e);
            } catch (RuntimeException | Error e) {
                die(e);
            }
        }
    }

    /**
     * Waits for an answer of a silent database before anything is sent: the outcome of a commit sent now would stay
     * unknown, while queued commits can still be given back.
     */
    private void mustAnswer() {
        if (inTrouble() && !closing) {
            follow();
            heard();
        }
    }

    private void rest() {
        if (!nudged && pushed.isEmpty() && !closing) {
            boolean quiet = System.nanoTime() - movedAt > QUIET_AFTER;
            LockSupport.parkNanos(this, quiet ? TIMES_RARER * pollNanos : pollNanos);
        }
        nudged = false;
    }

    private void takeWhatIsQueued() {
        for (Append next = pushed.poll(); next != null; next = pushed.poll()) {
            waiting.add(next);
        }
    }

    /** Reads the commits of others. Returns whether there were any. */
    private boolean follow() {
        int most = turns.isAlone() ? 1 : FOLLOWED_IN_COMPANY;
        long began = System.nanoTime();
        List<CommitDocument> page = commits.following(head.position() + 1, most);
        if (page.isEmpty()) {
            completeAt = began;
            return false;
        }
        while (!page.isEmpty()) {
            long asked = head.position() + most;
            List<StoredEvent> events = new ArrayList<>();
            byte[] chained = head.hash();
            for (CommitDocument commit : page) {
                chained = commit.chainedTo(chained, hash);
                if (!Arrays.equals(chained, commit.head())) {
                    throw new IllegalStateException(
                            "The commit at " + commit.first() + " does not follow the last commit that is known");
                }
                turns.sawOther(commit.by());
                commit.events().forEach(event -> contested.sawOther(event.stream()));
                events.addAll(commit.events());
            }
            reached(page.getLast().reached(), events, () -> {});
            heard();
            most = FOLLOWED_AT_ONCE;
            // A page that is not full ends the log; another query would be a wasted round trip.
            if (head.position() < asked) {
                break;
            }
            began = System.nanoTime();
            page = commits.following(head.position() + 1, most);
        }
        completeAt = began;
        return true;
    }

    private void reached(Head next, List<StoredEvent> events, Runnable tell) {
        // Streams are updated before the head: a thread that sees the new head must see the new state of its streams.
        places.saw(events);
        head = next;
        movedAt = System.nanoTime();
        announcer.announce(events, tell);
    }

    /**
     * Reads the log's end before each group and leaves the next group to other writers for a moment, unless this writer
     * is alone.
     */
    private void letOthersGoFirst() {
        if (turns.isAlone()) {
            return;
        }
        follow();
        while (turns.isOthers() && !closing) {
            LockSupport.parkNanos(this, WriterFairness.LOOK_EVERY);
            follow();
        }
    }

    private boolean isLeftToOthers(Append next) {
        return !closing && next.commit().events().stream().anyMatch(event -> contested.isOthers(event.stream()));
    }

    /** Writes a group and makes sure that all its callers get an answer. */
    private void writeOrTell(List<Append> group) {
        try {
            write(group);
        } catch (MongoException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            answer(() -> group.forEach(append -> append.fail(new Unknown(e.toString()))));
            throw e;
        }
    }

    private void write(List<Append> group) {
        List<Append> possible;
        long now;
        try {
            now = clock.now(head.at());
            group.removeIf(append -> !append.send());
            possible = places.free(group, this::refuse);
        } catch (Unavailable jumped) {
            answer(() -> group.forEach(append -> append.fail(jumped)));
            return;
        } catch (MongoException e) {
            takeBack(group);
            throw e;
        }
        if (possible.isEmpty()) {
            // No insert will show whether this is still the log's end, so the log is read.
            follow();
            return;
        }
        List<Sent> sent = encode(possible, now);
        long began = System.nanoTime();
        try {
            commits.insert(documents(sent));
        } catch (MongoException e) {
            LOG.debug(
                    "The outcome of an insert at {} is unknown and is settled by reading: {}",
                    sent.getFirst().commit().first(),
                    e.getMessage());
            turns.tried(System.nanoTime() - began);
            settle(sent);
            return;
        }
        turns.wrote(System.nanoTime() - began);
        done(sent);
        completeAt = began;
    }

    private void takeBack(List<Append> group) {
        group.forEach(Append::takeBack);
        for (Append append : group.reversed()) {
            waiting.addFirst(append);
        }
    }

    private void refuse(Append append, AppendFailure failure) {
        lost(append);
        answer(() -> append.fail(failure));
    }

    private void lost(Append append) {
        append.commit().events().stream()
                .map(NewEvent::stream)
                .filter(contested::isKnown)
                .forEach(wanted::lost);
    }

    private List<Sent> encode(List<Append> group, long now) {
        List<Sent> sent = new ArrayList<>(group.size());
        Head from = head;
        // All commits of a group have the same time, and no other commit has it.
        long at = Math.max(now, from.at() + 1);
        for (int i = 0; i < group.size(); i++) {
            boolean ends = i == group.size() - 1;
            CommitDocument commit = CommitDocument.behind(from, group.get(i).commit(), at, ends, by, hash);
            sent.add(new Sent(group.get(i), commit, commit.encoded(hash)));
            from = commit.reached();
        }
        return sent;
    }

    private static List<Document> documents(List<Sent> sent) {
        return sent.stream().map(Sent::document).toList();
    }

    /** Reads until the outcome of each commit is known, and returns those to the queue that need another position. */
    private void settle(List<Sent> all) {
        List<Sent> left = all;
        while (!left.isEmpty()) {
            try {
                Map<Long, Binary> there = commits.idsAt(
                        left.stream().map(sent -> sent.commit().first()).toList());
                int ours = 0;
                while (ours < left.size() && left.get(ours).isAt(there)) {
                    ours++;
                }
                Sent next = left.get(Math.min(ours, left.size() - 1));
                if (ours > 0) {
                    // A majority has this commit, so it has all earlier ones.
                    if (commits.majorityHas(left.get(ours - 1).commit().first())) {
                        done(left.subList(0, ours));
                        left = left.subList(ours, left.size());
                    } else {
                        LockSupport.parkNanos(this, LOOK_AGAIN);
                    }
                } else if (there.containsKey(next.commit().first())) {
                    if (follow()) {
                        moveOn(left);
                        return;
                    }
                    LockSupport.parkNanos(this, LOOK_AGAIN);
                } else {
                    AppendFailure conflict = conflict(next);
                    if (conflict != null) {
                        refuse(next.append(), conflict);
                        moveOn(left.subList(1, left.size()));
                        return;
                    }
                    commits.insert(documents(left));
                    done(left);
                    return;
                }
                heard();
            } catch (MongoException e) {
                trouble(e);
                if (closing && System.nanoTime() - closingSince > PATIENCE_AT_CLOSE) {
                    List<Sent> unknown = left;
                    answer(() -> unknown.forEach(
                            sent -> sent.append().fail(new Unknown("The log was closed before an answer came"))));
                    return;
                }
            }
        }
    }

    /**
     * Returns commits to the front of the queue that were not written and cannot be written at their positions. They
     * are checked again.
     */
    private void moveOn(List<Sent> left) {
        takeBack(left.stream().map(Sent::append).toList());
    }

    /** Finds the reason why a commit can never be written. Null means that it was not written yet. */
    private @Nullable AppendFailure conflict(Sent sent) {
        CommitDocument commit = sent.commit();
        for (Binary id : commit.ids()) {
            Document holder = commits.holder(id);
            if (holder != null) {
                return conflict(commit, id, holder);
            }
        }
        Set<String> slots = new HashSet<>();
        commit.events().forEach(event -> slots.add(CommitDocument.slot(event.stream(), event.sequence())));
        return commits.taken(slots).stream().anyMatch(slots::contains)
                ? new SequenceTaken(
                        commit.events().getFirst().stream(),
                        commit.events().getFirst().sequence())
                : null;
    }

    private AppendFailure conflict(CommitDocument commit, Binary id, Document holder) {
        if (id.equals(commit.ids().getFirst())) {
            if (!Commits.isVoid(holder)) {
                throw new IllegalStateException("The commit for " + commit.first() + " is in the log somewhere else");
            }
            // The commit took so long that another process voided it to get its claims.
            return new ClaimTaken();
        }
        HonouredRequest request = commit.request();
        if (request != null && id.equals(new Binary(request.key().id()))) {
            return new RequestTaken(
                    Objects.requireNonNull(CommitDocument.decoded(holder, hash).request()));
        }
        int before = commit.ids().size() - commit.onceKeys().size();
        return new KeyTaken(
                commit.onceKeys().get(commit.ids().indexOf(id) - before).key());
    }

    private void done(List<Sent> sent) {
        List<StoredEvent> events = new ArrayList<>();
        sent.forEach(one -> events.addAll(one.commit().events()));
        events.forEach(event -> contested.wrote(event.stream()));
        List<Sent> told = List.copyOf(sent);
        reached(told.getLast().commit().reached(), events, () -> told.forEach(Sent::succeed));
    }

    /** Answers on the announcer's thread, after everything that was announced before. */
    private void answer(Runnable tell) {
        announcer.announce(List.of(), tell);
    }

    private void heard() {
        heardAt = time.now();
        if (troubled) {
            troubled = false;
            LOG.info("The database answers again");
        }
    }

    private void trouble(MongoException failure) {
        if (!troubled) {
            troubled = true;
            LOG.warn("The database failed; trying again until it answers: {}", failure.getMessage());
        }
        if (!closing || System.nanoTime() - closingSince < PATIENCE_AT_CLOSE) {
            LockSupport.parkNanos(this, REST_IN_TROUBLE);
        }
    }

    private void die(Throwable reason) {
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
            patience.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failWhatIsPushed() {
        for (Append left = pushed.poll(); left != null; left = pushed.poll()) {
            left.fail(new Unavailable("The log is closed"));
        }
    }

    /** A commit and the document that was sent for it. */
    private record Sent(Append append, CommitDocument commit, Document document) {

        boolean isAt(Map<Long, Binary> there) {
            return commit.ids().getFirst().equals(there.get(commit.first()));
        }

        void succeed() {
            append.outcome().complete(new Appended(commit.first(), commit.last(), commit.at()));
        }
    }
}
