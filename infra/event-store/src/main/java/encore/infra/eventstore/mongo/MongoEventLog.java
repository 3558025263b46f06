package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.adapter.CommitAnnouncer;
import encore.infra.eventstore.log.adapter.JumpDetectingClock;
import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.eventstore.log.adapter.StreamHeadCache;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import encore.infra.eventstore.log.commit.AppendFailure.Unknown;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.mongo.commits.MongoHead;
import encore.infra.eventstore.mongo.commits.RequestExpiry;
import encore.infra.eventstore.mongo.writer.ChangeStreamWatcher;
import encore.infra.eventstore.mongo.writer.ContentionHints;
import encore.infra.eventstore.mongo.writer.MongoLogWriter;
import encore.infra.eventstore.verify.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** The event log in MongoDB, with one document for each commit. Several processes append to it and follow it. */
public final class MongoEventLog implements EventLog {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(25);
    private static final Duration FOLLOW_PAUSE = Duration.ofMillis(1);

    private final Database database;
    private final CommitCollection commitCollection;
    private final StreamHeadCache heads = new StreamHeadCache();
    private final MongoClaims claims;
    private final MongoSnapshots snapshots;
    private final CommitAnnouncer commitAnnouncer = new CommitAnnouncer();
    private final MongoLogWriter mongoLogWriter;
    private final ChangeStreamWatcher changeStream;
    private final RequestExpiry requestExpiry;
    private final JumpDetectingClock clock;

    private MongoEventLog(
            Database database, CommitCollection commitCollection, LongSupplier time, JumpDetectingClock clock) {
        this.database = database;
        this.commitCollection = commitCollection;
        this.clock = clock;
        this.claims = new MongoClaims(database, commitCollection, time);
        this.snapshots = new MongoSnapshots(database);
        CommitDocument last = commitCollection.last();
        String by = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        this.mongoLogWriter = new MongoLogWriter(
                commitCollection,
                heads,
                clock,
                commitAnnouncer,
                new ContentionHints(database, by),
                by,
                POLL_INTERVAL,
                last == null ? MongoHead.EMPTY : last.headAfter());
        this.changeStream =
                new ChangeStreamWatcher(database.collection(CommitCollection.COLLECTION), mongoLogWriter::nudge);
        this.requestExpiry =
                new RequestExpiry(database, commitCollection, this::positionAt, () -> clock.nowOrLast(headTime()));
        mongoLogWriter.start();
        changeStream.start();
        requestExpiry.start();
    }

    /**
     * Opens the log of an installation and creates it when it is missing.
     *
     * @param uri {@code mongodb://host:port/database}; the default database is {@code encore}
     * @throws encore.infra.eventstore.log.StartRefused when no server answers there, or when it lacks something
     */
    public static MongoEventLog open(String uri) {
        return openChecked(uri, List::of, StampsAhead.ACCEPT);
    }

    /**
     * Opens the log unless other data shows that the log has lost its end.
     *
     * @param otherWitnesses supplies further data that names positions of the log; it is asked before the log's head is read
     * @param stampsAhead whether a log whose last stamp is far ahead of the clock is opened
     */
    public static MongoEventLog openChecked(
            String uri, Supplier<List<Witness>> otherWitnesses, StampsAhead stampsAhead) {
        return Database.whileOpening(() -> openNow(uri, otherWitnesses, stampsAhead));
    }

    private static MongoEventLog openNow(String uri, Supplier<List<Witness>> otherWitnesses, StampsAhead stampsAhead) {
        try (Database keys = Database.open(uri, MongoKeyStore.SUFFIX)) {
            Database database = Database.open(uri, "");
            CommitCollection commits = new CommitCollection(database);
            JumpDetectingClock clock =
                    new JumpDetectingClock(System::currentTimeMillis, database::serverTime, "the database's");
            return open(database, commits, System::currentTimeMillis, clock, () -> {
                List<Witness> witnesses = new ArrayList<>(MongoWitnesses.inDatabase(database, keys));
                witnesses.addAll(otherWitnesses.get());
                requireNear(commits.last(), clock, stampsAhead);
                return witnesses;
            });
        }
    }

    private static void requireNear(@Nullable CommitDocument last, JumpDetectingClock clock, StampsAhead stampsAhead) {
        if (last != null) {
            clock.requireNear(last.at(), stampsAhead);
        }
    }

    static MongoEventLog open(String uri, LongSupplier clock) {
        Database database = Database.open(uri, "");
        return open(database, new CommitCollection(database), clock);
    }

    static MongoEventLog open(String uri, LongSupplier time, JumpDetectingClock clock) {
        Database database = Database.open(uri, "");
        return open(database, new CommitCollection(database), time, clock, List::of);
    }

    static MongoEventLog open(Database database, CommitCollection commitCollection, LongSupplier clock) {
        return open(database, commitCollection, clock, JumpDetectingClock.unchecked(clock), List::of);
    }

    private static MongoEventLog open(
            Database database,
            CommitCollection commitCollection,
            LongSupplier time,
            JumpDetectingClock clock,
            Supplier<List<Witness>> witnesses) {
        boolean opened = false;
        try {
            database.createUniqueIndexes(CommitCollection.COLLECTION, "ids", "events.key");
            MongoInstallation.requireFinishedCopy(database);
            // Read before the head: another process may append meanwhile, and the witnesses must not name positions
            // after the head.
            List<Witness> known = witnesses.get();
            CommitDocument last = commitCollection.last();
            Witness.mustReach(last == null ? 0 : last.last(), known);
            MongoEventLog log = new MongoEventLog(database, commitCollection, time, clock);
            opened = true;
            return log;
        } finally {
            if (!opened) {
                database.close();
            }
        }
    }

    Database database() {
        return database;
    }

    @Override
    public CompletableFuture<AppendedCommit> append(NewCommit commit) {
        if (commit.taken().isEmpty() && commit.released().isEmpty()) {
            return mongoLogWriter.append(commit);
        }
        CompletableFuture<AppendedCommit> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("claims").start(() -> {
            try {
                outcome.complete(appendWithClaims(commit));
            } catch (CompletionException e) {
                outcome.completeExceptionally(e.getCause());
            } catch (AppendFailure e) {
                outcome.completeExceptionally(e);
            } catch (RuntimeException e) {
                outcome.completeExceptionally(new Unavailable(String.valueOf(e.getMessage())));
            }
        });
        return outcome;
    }

    private AppendedCommit appendWithClaims(NewCommit commit) {
        List<Binary> reserved = claims.reserve(commit);
        CompletableFuture<AppendedCommit> outcome = mongoLogWriter.append(commit);
        try {
            AppendedCommit appendedCommit = outcome.join();
            claims.resolve(reserved, commit.id(), true);
            return appendedCommit;
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof Unknown)) {
                claims.resolve(reserved, commit.id(), false);
            }
            throw e;
        }
    }

    @Override
    public long head() {
        return mongoLogWriter.head().position();
    }

    @Override
    public long headTime() {
        return mongoLogWriter.head().at();
    }

    /** The server's clock, which all nodes share. */
    @Override
    public long clockTime() {
        return clock.referenceTime();
    }

    @Override
    public long settledTime() {
        return mongoLogWriter.head().settledTime();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void awaitPosition(long position, Duration maxWait) {
        long end = System.nanoTime() + maxWait.toNanos();
        while (head() < position && System.nanoTime() < end) {
            mongoLogWriter.nudge();
            LockSupport.parkNanos(this, FOLLOW_PAUSE.toNanos());
        }
    }

    @Override
    public boolean isLastOfStream(String stream, long sequence) {
        return Database.withRetry(() -> commitCollection
                .takenSlots(List.of(CommitDocument.slot(stream, sequence + 1)))
                .isEmpty());
    }

    @Override
    public List<StoredEvent> read(long after, int limit) {
        int most = EventLog.requirePageSize(limit);
        long upTo = Math.min(head(), after + most);
        return after >= upTo ? List.of() : Database.withRetry(() -> between(after, upTo));
    }

    private List<StoredEvent> between(long after, long upTo) {
        List<CommitDocument> found = new ArrayList<>(commitCollection.inRange(after + 1, upTo));
        long begins = found.isEmpty() ? upTo + 1 : found.getFirst().first();
        if (begins > after + 1) {
            CommitDocument cut = commitCollection.covering(after + 1);
            if (cut != null) {
                found.addFirst(cut);
            }
        }
        List<StoredEvent> events = new ArrayList<>();
        long next = after + 1;
        for (CommitDocument commit : found) {
            for (StoredEvent event : commit.events()) {
                // An event that does not follow the previous one is not read: a follower would never come back to a
                // gap.
                if (event.position() == next && next <= upTo) {
                    events.add(event);
                    next++;
                }
            }
        }
        return events;
    }

    @Override
    public List<StoredEvent> readStream(String stream, long fromSequence, int limit) {
        int most = EventLog.requirePageSize(limit);
        List<StoredEvent> read = Database.withRetry(() -> commitCollection.stream(stream, fromSequence, most));
        if (!read.isEmpty()) {
            heads.update(read.getLast());
        }
        return read;
    }

    @Override
    public @Nullable StreamHead streamHead(String stream) {
        return heads.find(
                stream, name -> Database.<@Nullable StreamHead>withRetry(() -> commitCollection.streamHead(name)));
    }

    @Override
    public byte[] headHashBefore(long first) {
        CommitDocument before = first <= 1 ? null : Database.withRetry(() -> commitCollection.covering(first - 1));
        return before == null ? LogHash.genesis() : before.head();
    }

    @Override
    public long positionAt(long epochMillis) {
        MongoHead mongoHead = mongoLogWriter.head();
        return epochMillis >= mongoHead.at()
                ? mongoHead.position()
                : Database.withRetry(() -> binarySearch(epochMillis, mongoHead.position()));
    }

    /**
     * Finds the last commit up to a time by binary search. That needs no index, as commits are ordered by time as well
     * as by position.
     */
    private long binarySearch(long epochMillis, long head) {
        long found = 0;
        long low = 1;
        long high = head;
        // Look at the first commit first: most logs are younger than the limit.
        for (long middle = 1; low <= high; middle = low + (high - low) / 2) {
            CommitDocument commit = commitCollection.covering(middle);
            if (commit == null) {
                throw new IllegalStateException("The log has no commit at position 1");
            }
            if (commit.at() <= epochMillis) {
                found = commit.last();
                low = commit.last() + 1;
            } else {
                high = commit.first() - 1;
            }
        }
        return found;
    }

    @Override
    public @Nullable RememberedAnswer rememberedAnswer(byte[] id) {
        CommitDocument holder = holder(new Binary(id));
        return holder == null ? null : holder.request();
    }

    @Override
    public @Nullable OnceKey onceKey(String key) {
        Binary id = CommitDocument.keyId(key, new LogHash());
        CommitDocument holder = holder(id);
        return holder == null ? null : holder.onceKey(key, id);
    }

    private @Nullable CommitDocument holder(Binary id) {
        Document holder = Database.<@Nullable Document>withRetry(() -> commitCollection.holder(id));
        return holder == null ? null : CommitDocument.decode(holder, new LogHash());
    }

    @Override
    public @Nullable String claimOwner(byte[] claim) {
        return Database.<@Nullable String>withRetry(() -> claims.owner(claim));
    }

    @Override
    public List<@Nullable String> claimOwners(List<byte[]> wanted) {
        Map<Binary, String> owners = Database.withRetry(() -> claims.owners(wanted));
        List<@Nullable String> found = new ArrayList<>(wanted.size());
        wanted.forEach(claim -> found.add(owners.get(new Binary(claim))));
        return found;
    }

    @Override
    public void putSnapshot(StoredSnapshot snapshot) {
        Database.withRetry(() -> {
            CommitDocument commit =
                    commitCollection.inSlot(CommitDocument.slot(snapshot.stream(), snapshot.sequence()));
            if (commit != null) {
                snapshots.put(snapshot, commit.headAfter());
            }
            return true;
        });
    }

    @Override
    public @Nullable StoredSnapshot snapshot(String stream) {
        MongoSnapshots.PositionedSnapshot stored =
                Database.<MongoSnapshots.@Nullable PositionedSnapshot>withRetry(() -> snapshots.get(stream));
        if (stored == null) {
            return null;
        }
        CommitDocument commit =
                Database.<@Nullable CommitDocument>withRetry(() -> commitCollection.covering(stored.position()));
        if (commit == null || commit.last() != stored.position() || !Arrays.equals(commit.head(), stored.head())) {
            // The snapshot belongs to another log, or to one that was restored from a backup and went on differently.
            deleteSnapshot(stream);
            return null;
        }
        return stored.snapshot();
    }

    @Override
    public void deleteSnapshot(String stream) {
        Database.withRetry(() -> {
            snapshots.delete(stream);
            return true;
        });
    }

    @Override
    public void deleteSnapshotsOf(Collection<String> subjects) {
        Database.withRetry(() -> {
            snapshots.deleteOf(subjects);
            return true;
        });
    }

    @Override
    public AutoCloseable onAppended(Listener listener) {
        return commitAnnouncer.listen(listener);
    }

    @Override
    public boolean writable() {
        return mongoLogWriter.writable();
    }

    @Override
    public boolean isBroken() {
        return mongoLogWriter.isDead();
    }

    @Override
    public Duration timeSinceLastContact() {
        return mongoLogWriter.timeSinceLastContact();
    }

    @Override
    public @Nullable String problem() {
        return clock.problem();
    }

    @Override
    public @Nullable String warning() {
        return clock.warning(headTime());
    }

    @Override
    public boolean isClockBehind() {
        return clock.isBehind();
    }

    void deleteOldRequests() {
        requestExpiry.deleteOldRequests();
    }

    /** Writes the queued commits, answers their callers and closes the log. */
    @Override
    public void close() {
        try (database;
                commitAnnouncer;
                mongoLogWriter;
                changeStream;
                requestExpiry) {
            // Closed in reverse order: the writer before the parts that it calls.
        }
    }
}
