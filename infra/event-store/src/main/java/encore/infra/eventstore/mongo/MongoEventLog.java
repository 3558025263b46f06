package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.Announcer;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.AppendFailure.Unavailable;
import encore.infra.eventstore.log.AppendFailure.Unknown;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.StreamHeads;
import encore.infra.eventstore.log.WatchedClock;
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

    private static final Duration POLL = Duration.ofMillis(25);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    private final Database database;
    private final Commits commits;
    private final StreamHeads heads = new StreamHeads();
    private final MongoClaims claims;
    private final MongoSnapshots snapshots;
    private final Announcer announcer = new Announcer();
    private final Writer writer;
    private final ChangeStream changes;
    private final OldRequests oldRequests;
    private final WatchedClock clock;

    private MongoEventLog(Database database, Commits commits, LongSupplier time, WatchedClock clock) {
        this.database = database;
        this.commits = commits;
        this.clock = clock;
        this.claims = new MongoClaims(database, commits, time);
        this.snapshots = new MongoSnapshots(database);
        CommitDocument last = commits.last();
        String by = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        this.writer = new Writer(
                commits,
                heads,
                clock,
                announcer,
                new ContentionHints(database, by),
                by,
                POLL,
                last == null ? Head.EMPTY : last.reached());
        this.changes = new ChangeStream(database.collection(Commits.COLLECTION), writer::nudge);
        this.oldRequests = new OldRequests(database, commits, this::positionAt, () -> clock.trusted(headTime()));
        writer.start();
        changes.start();
        oldRequests.start();
    }

    /**
     * Opens the log of an installation and creates it when it is missing.
     *
     * @param uri {@code mongodb://host:port/database}; the default database is {@code encore}
     * @throws encore.infra.eventstore.log.LogRefused when no server answers there, or when it lacks something
     */
    public static MongoEventLog open(String uri) {
        return openIfWhole(uri, List::of);
    }

    /**
     * Opens the log unless other data shows that the log has lost its end.
     *
     * @param others supplies further data that names positions of the log; it is asked before the log's head is read
     */
    public static MongoEventLog openIfWhole(String uri, Supplier<List<Witness>> others) {
        try (Database keys = Database.open(uri, MongoKeyStore.SUFFIX)) {
            Database database = Database.open(uri, "");
            return open(
                    database,
                    new Commits(database),
                    System::currentTimeMillis,
                    new WatchedClock(System::currentTimeMillis, database::time, "the database's"),
                    () -> {
                        List<Witness> witnesses = new ArrayList<>(MongoWitnesses.of(database, keys));
                        witnesses.addAll(others.get());
                        return witnesses;
                    });
        }
    }

    static MongoEventLog open(String uri, LongSupplier clock) {
        Database database = Database.open(uri, "");
        return open(database, new Commits(database), clock);
    }

    static MongoEventLog open(String uri, LongSupplier time, WatchedClock clock) {
        Database database = Database.open(uri, "");
        return open(database, new Commits(database), time, clock, List::of);
    }

    static MongoEventLog open(Database database, Commits commits, LongSupplier clock) {
        return open(database, commits, clock, WatchedClock.believed(clock), List::of);
    }

    private static MongoEventLog open(
            Database database,
            Commits commits,
            LongSupplier time,
            WatchedClock clock,
            Supplier<List<Witness>> witnesses) {
        boolean opened = false;
        try {
            database.unique(Commits.COLLECTION, "ids", "events.key");
            MongoInstallation.mustBeFinished(database);
            // Read before the head: another process may append meanwhile, and the witnesses must not name positions
            // after the head.
            List<Witness> known = witnesses.get();
            CommitDocument last = commits.last();
            Witness.mustReach(last == null ? 0 : last.last(), known);
            MongoEventLog log = new MongoEventLog(database, commits, time, clock);
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
    public CompletableFuture<Appended> append(NewCommit commit) {
        if (commit.taken().isEmpty() && commit.released().isEmpty()) {
            return writer.append(commit);
        }
        CompletableFuture<Appended> outcome = new CompletableFuture<>();
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

    private Appended appendWithClaims(NewCommit commit) {
        List<Binary> reserved = claims.reserve(commit);
        CompletableFuture<Appended> outcome = writer.append(commit);
        try {
            Appended appended = outcome.join();
            claims.settle(reserved, commit.id(), true);
            return appended;
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof Unknown)) {
                claims.settle(reserved, commit.id(), false);
            }
            throw e;
        }
    }

    @Override
    public long head() {
        return writer.head().position();
    }

    @Override
    public long headTime() {
        return writer.head().at();
    }

    @Override
    public long passed() {
        return writer.head().passed();
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public void follow(long position, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (head() < position && System.nanoTime() < end) {
            writer.nudge();
            LockSupport.parkNanos(this, LOOK_AGAIN.toNanos());
        }
    }

    @Override
    public boolean isLast(String stream, long sequence) {
        return Database.ask(() -> commits.taken(List.of(CommitDocument.slot(stream, sequence + 1)))
                .isEmpty());
    }

    @Override
    public List<StoredEvent> read(long after, int limit) {
        int most = EventLog.page(limit);
        long upTo = Math.min(head(), after + most);
        return after >= upTo ? List.of() : Database.ask(() -> between(after, upTo));
    }

    private List<StoredEvent> between(long after, long upTo) {
        List<CommitDocument> found = new ArrayList<>(commits.at(after + 1, upTo));
        long begins = found.isEmpty() ? upTo + 1 : found.getFirst().first();
        if (begins > after + 1) {
            CommitDocument cut = commits.covering(after + 1);
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
        int most = EventLog.page(limit);
        List<StoredEvent> read = Database.ask(() -> commits.stream(stream, fromSequence, most));
        if (!read.isEmpty()) {
            heads.saw(read.getLast());
        }
        return read;
    }

    @Override
    public @Nullable StreamHead streamHead(String stream) {
        return heads.of(stream, name -> Database.<@Nullable StreamHead>ask(() -> commits.streamHead(name)));
    }

    @Override
    public byte[] headBefore(long first) {
        CommitDocument before = first <= 1 ? null : Database.ask(() -> commits.covering(first - 1));
        return before == null ? LogHash.genesis() : before.head();
    }

    @Override
    public long positionAt(long epochMillis) {
        Head head = writer.head();
        return epochMillis >= head.at() ? head.position() : Database.ask(() -> halved(epochMillis, head.position()));
    }

    /**
     * Finds the last commit up to a time by binary search. That needs no index, as commits are ordered by time as well
     * as by position.
     */
    private long halved(long epochMillis, long head) {
        long found = 0;
        long low = 1;
        long high = head;
        // Look at the first commit first: most logs are younger than the limit.
        for (long middle = 1; low <= high; middle = low + (high - low) / 2) {
            CommitDocument commit = commits.covering(middle);
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
    public @Nullable HonouredRequest request(byte[] id) {
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
        Document holder = Database.<@Nullable Document>ask(() -> commits.holder(id));
        return holder == null ? null : CommitDocument.decoded(holder, new LogHash());
    }

    @Override
    public @Nullable String claimOwner(byte[] claim) {
        return Database.<@Nullable String>ask(() -> claims.owner(claim));
    }

    @Override
    public List<@Nullable String> claimOwners(List<byte[]> wanted) {
        Map<Binary, String> owners = Database.ask(() -> claims.owners(wanted));
        List<@Nullable String> found = new ArrayList<>(wanted.size());
        wanted.forEach(claim -> found.add(owners.get(new Binary(claim))));
        return found;
    }

    @Override
    public void putSnapshot(StoredSnapshot snapshot) {
        Database.ask(() -> {
            CommitDocument commit = commits.with(CommitDocument.slot(snapshot.stream(), snapshot.sequence()));
            if (commit != null) {
                snapshots.put(snapshot, commit.reached());
            }
            return true;
        });
    }

    @Override
    public @Nullable StoredSnapshot snapshot(String stream) {
        MongoSnapshots.Kept kept = Database.<MongoSnapshots.@Nullable Kept>ask(() -> snapshots.get(stream));
        if (kept == null) {
            return null;
        }
        CommitDocument commit = Database.<@Nullable CommitDocument>ask(() -> commits.covering(kept.position()));
        if (commit == null || commit.last() != kept.position() || !Arrays.equals(commit.head(), kept.head())) {
            // The snapshot belongs to another log, or to one that was restored from a backup and went on differently.
            deleteSnapshot(stream);
            return null;
        }
        return kept.snapshot();
    }

    @Override
    public void deleteSnapshot(String stream) {
        Database.ask(() -> {
            snapshots.delete(stream);
            return true;
        });
    }

    @Override
    public void deleteSnapshotsOf(Collection<String> subjects) {
        Database.ask(() -> {
            snapshots.deleteOf(subjects);
            return true;
        });
    }

    @Override
    public AutoCloseable onAppended(Listener listener) {
        return announcer.listen(listener);
    }

    @Override
    public boolean writable() {
        return writer.writable();
    }

    @Override
    public boolean isBroken() {
        return writer.isDead();
    }

    @Override
    public Duration heardAgo() {
        return writer.heardAgo();
    }

    @Override
    public @Nullable String trouble() {
        return clock.trouble();
    }

    void forgetOldRequests() {
        oldRequests.forget();
    }

    /** Writes the queued commits, answers their callers and closes the log. */
    @Override
    public void close() {
        try (database;
                announcer;
                writer;
                changes;
                oldRequests) {
            // Closed in reverse order: the writer before the parts that it tells.
        }
    }
}
