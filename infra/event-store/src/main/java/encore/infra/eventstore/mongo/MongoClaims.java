package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.Claimed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Stores the owners of values that must be unique. A commit first reserves each claim that it takes or releases: the
 * claim then names the commit's id and the next owner as pending. Then the commit is appended, and then the reservation
 * is completed. A process that finds a reservation sees in the log whether its commit is there, and completes or
 * cancels it. The writer of an old reservation may be dead: its commit is voided, and the unique commit id decides
 * which of the two wins.
 */
final class MongoClaims {

    static final String COLLECTION = "claims";

    static final String OWNER = "owner";
    static final String NEXT = "next";
    private static final String PENDING = "pending";
    private static final String SINCE = "since";
    private static final long DEAD_AFTER = Duration.ofSeconds(5).toMillis();
    private static final long LOOK_AGAIN = Duration.ofMillis(3).toNanos();

    private final MongoCollection<Document> claims;
    private final Commits commits;
    private final LongSupplier clock;

    MongoClaims(Database database, Commits commits, LongSupplier clock) {
        this.claims = database.collection(COLLECTION);
        this.commits = commits;
        this.clock = clock;
    }

    /** The changes that a commit makes to one claim. */
    private static final class Change {
        private @Nullable String taker;
        private final Set<String> releasers = new HashSet<>();
    }

    /**
     * Reserves the claims that a commit takes and releases.
     *
     * @return the reserved claims
     */
    List<Binary> reserve(NewCommit commit) {
        Binary id = CommitDocument.commitId(commit.id());
        List<Binary> reserved = new ArrayList<>();
        try {
            // All processes reserve in the same order, so that two commits with the same claims do not wait for each
            // other.
            for (var change : changes(commit).entrySet()) {
                if (reserve(change.getKey(), change.getValue(), id)) {
                    reserved.add(change.getKey());
                }
            }
            return reserved;
        } catch (AppendFailure taken) {
            reserved.forEach(claim -> undo(claim, id));
            throw taken;
        }
    }

    private static TreeMap<Binary, Change> changes(NewCommit commit) {
        TreeMap<Binary, Change> changes =
                new TreeMap<>((one, other) -> java.util.Arrays.compareUnsigned(one.getData(), other.getData()));
        for (Claimed released : commit.released()) {
            changes.computeIfAbsent(new Binary(released.claim()), claim -> new Change())
                    .releasers
                    .add(released.owner());
        }
        for (Claimed taken : commit.taken()) {
            Change change = changes.computeIfAbsent(new Binary(taken.claim()), claim -> new Change());
            if (change.taker != null && !change.taker.equals(taken.owner())) {
                throw new ClaimTaken();
            }
            change.taker = taken.owner();
        }
        return changes;
    }

    private boolean reserve(Binary claim, Change change, Binary commitId) {
        while (true) {
            Document there = claims.find(eq("_id", claim)).first();
            if (there == null) {
                if (change.taker == null) {
                    return false;
                }
                if (inserted(claim, change.taker, commitId)) {
                    return true;
                }
                LockSupport.parkNanos(LOOK_AGAIN);
            } else if (there.get(PENDING) != null) {
                if (commitId.equals(there.get(PENDING))) {
                    return true;
                }
                settle(there);
            } else {
                String owner = there.getString(OWNER);
                if (change.taker == null && !change.releasers.contains(owner)) {
                    return false;
                }
                if (change.taker != null && !change.taker.equals(owner) && !change.releasers.contains(owner)) {
                    throw new ClaimTaken();
                }
                if (changed(claim, owner, change.taker, commitId)) {
                    return true;
                }
            }
        }
    }

    private boolean inserted(Binary claim, String taker, Binary commitId) {
        try {
            claims.insertOne(new Document("_id", claim)
                    .append(NEXT, taker)
                    .append(PENDING, commitId)
                    .append(SINCE, clock.getAsLong()));
            return true;
        } catch (MongoWriteException e) {
            if (Database.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    private boolean changed(Binary claim, String owner, @Nullable String taker, Binary commitId) {
        List<Bson> updates =
                new ArrayList<>(List.of(Updates.set(PENDING, commitId), Updates.set(SINCE, clock.getAsLong())));
        if (taker != null) {
            updates.add(Updates.set(NEXT, taker));
        }
        return claims.updateOne(and(eq("_id", claim), eq(OWNER, owner), eq(PENDING, null)), Updates.combine(updates))
                        .getMatchedCount()
                == 1;
    }

    /** Completes or cancels another commit's reservation, or waits a moment for its commit. */
    private void settle(Document there) {
        Binary claim = there.get("_id", Binary.class);
        Binary commitId = there.get(PENDING, Binary.class);
        switch (commits.fate(commitId)) {
            case APPENDED -> carryOut(claim, commitId);
            case VOID -> undo(claim, commitId);
            case OPEN -> {
                if (clock.getAsLong() - CommitDocument.number(there, SINCE) > DEAD_AFTER) {
                    commits.makeVoid(commitId, clock.getAsLong());
                } else {
                    LockSupport.parkNanos(LOOK_AGAIN);
                }
            }
        }
    }

    /** Completes a reservation whose commit is in the log. */
    void carryOut(Binary claim, Binary commitId) {
        Bson reservation = and(eq("_id", claim), eq(PENDING, commitId));
        Document there = claims.find(reservation).first();
        if (there != null && there.getString(NEXT) != null) {
            claims.updateOne(
                    reservation,
                    Updates.combine(
                            Updates.set(OWNER, there.getString(NEXT)),
                            Updates.unset(NEXT),
                            Updates.unset(PENDING),
                            Updates.unset(SINCE)));
        } else if (there != null) {
            claims.deleteOne(reservation);
        }
    }

    /** Cancels a reservation whose commit can never be in the log. */
    void undo(Binary claim, Binary commitId) {
        Bson reservation = and(eq("_id", claim), eq(PENDING, commitId));
        Document there = claims.find(reservation).first();
        if (there != null && there.getString(OWNER) != null) {
            claims.updateOne(
                    reservation, Updates.combine(Updates.unset(NEXT), Updates.unset(PENDING), Updates.unset(SINCE)));
        } else if (there != null) {
            claims.deleteOne(reservation);
        }
    }

    /**
     * Completes or cancels a commit's reservations, after its outcome is known. A failure here does no harm: the next
     * process that finds a reservation resolves it.
     */
    void settle(List<Binary> reserved, byte[] commit, boolean appended) {
        Binary commitId = CommitDocument.commitId(commit);
        try {
            reserved.forEach(claim -> {
                if (appended) {
                    carryOut(claim, commitId);
                } else {
                    undo(claim, commitId);
                }
            });
        } catch (MongoException e) {
            Writer.LOG.debug("A claim's reservation is left for the next process that finds it: {}", e.getMessage());
        }
    }

    @Nullable
    String owner(byte[] claim) {
        Document there = claims.find(eq("_id", new Binary(claim))).first();
        return there == null ? null : ownerOf(there, commits);
    }

    /** Returns the owners of the claims that have one. It takes one query if no claim is reserved. */
    Map<Binary, String> owners(List<byte[]> wanted) {
        Map<Binary, String> owners = new HashMap<>();
        for (Document there :
                claims.find(in("_id", wanted.stream().map(Binary::new).toList()))) {
            String owner = ownerOf(there, commits);
            if (owner != null) {
                owners.put(there.get("_id", Binary.class), owner);
            }
        }
        return owners;
    }

    /** Returns a claim's owner. If the commit of its reservation is in the log, that is the next owner. */
    static @Nullable String ownerOf(Document there, Commits commits) {
        Object pending = there.get(PENDING);
        return pending != null && commits.fate((Binary) Objects.requireNonNull(pending)) == Commits.Fate.APPENDED
                ? there.getString(NEXT)
                : there.getString(OWNER);
    }
}
