package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.mongo.writer.MongoLogWriter;
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
    private static final long DEAD_AFTER_MILLIS = Duration.ofSeconds(5).toMillis();
    private static final long RETRY_NANOS = Duration.ofMillis(3).toNanos();

    private final MongoCollection<Document> claims;
    private final CommitCollection commitCollection;
    private final LongSupplier clock;

    MongoClaims(Database database, CommitCollection commitCollection, LongSupplier clock) {
        this.claims = database.collection(COLLECTION);
        this.commitCollection = commitCollection;
        this.clock = clock;
    }

    /** The changes that a commit makes to one claim. */
    private static final class ClaimChange {
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
            reserved.forEach(claim -> cancel(claim, id));
            throw taken;
        }
    }

    private static TreeMap<Binary, ClaimChange> changes(NewCommit commit) {
        TreeMap<Binary, ClaimChange> claimChanges =
                new TreeMap<>((one, other) -> java.util.Arrays.compareUnsigned(one.getData(), other.getData()));
        for (OwnedClaim released : commit.released()) {
            claimChanges
                    .computeIfAbsent(new Binary(released.claim()), claim -> new ClaimChange())
                    .releasers
                    .add(released.owner());
        }
        for (OwnedClaim taken : commit.taken()) {
            ClaimChange claimChange =
                    claimChanges.computeIfAbsent(new Binary(taken.claim()), claim -> new ClaimChange());
            if (claimChange.taker != null && !claimChange.taker.equals(taken.owner())) {
                throw new ClaimTaken();
            }
            claimChange.taker = taken.owner();
        }
        return claimChanges;
    }

    private boolean reserve(Binary claim, ClaimChange claimChange, Binary commitId) {
        while (true) {
            Document stored = claims.find(eq("_id", claim)).first();
            if (stored == null) {
                if (claimChange.taker == null) {
                    return false;
                }
                if (insertReservation(claim, claimChange.taker, commitId)) {
                    return true;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            } else if (stored.get(PENDING) != null) {
                if (commitId.equals(stored.get(PENDING))) {
                    return true;
                }
                resolve(stored);
            } else {
                String owner = stored.getString(OWNER);
                if (claimChange.taker == null && !claimChange.releasers.contains(owner)) {
                    return false;
                }
                if (claimChange.taker != null
                        && !claimChange.taker.equals(owner)
                        && !claimChange.releasers.contains(owner)) {
                    throw new ClaimTaken();
                }
                if (reserveExisting(claim, owner, claimChange.taker, commitId)) {
                    return true;
                }
            }
        }
    }

    private boolean insertReservation(Binary claim, String taker, Binary commitId) {
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

    private boolean reserveExisting(Binary claim, String owner, @Nullable String taker, Binary commitId) {
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
    private void resolve(Document stored) {
        Binary claim = stored.get("_id", Binary.class);
        Binary commitId = stored.get(PENDING, Binary.class);
        switch (commitCollection.state(commitId)) {
            case APPENDED -> complete(claim, commitId);
            case VOID -> cancel(claim, commitId);
            case OPEN -> {
                if (clock.getAsLong() - CommitDocument.number(stored, SINCE) > DEAD_AFTER_MILLIS) {
                    commitCollection.voidCommit(commitId, clock.getAsLong());
                } else {
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        }
    }

    /** Completes a reservation whose commit is in the log. */
    void complete(Binary claim, Binary commitId) {
        Bson reservation = and(eq("_id", claim), eq(PENDING, commitId));
        Document stored = claims.find(reservation).first();
        if (stored != null && stored.getString(NEXT) != null) {
            claims.updateOne(
                    reservation,
                    Updates.combine(
                            Updates.set(OWNER, stored.getString(NEXT)),
                            Updates.unset(NEXT),
                            Updates.unset(PENDING),
                            Updates.unset(SINCE)));
        } else if (stored != null) {
            claims.deleteOne(reservation);
        }
    }

    /** Cancels a reservation whose commit can never be in the log. */
    void cancel(Binary claim, Binary commitId) {
        Bson reservation = and(eq("_id", claim), eq(PENDING, commitId));
        Document stored = claims.find(reservation).first();
        if (stored != null && stored.getString(OWNER) != null) {
            claims.updateOne(
                    reservation, Updates.combine(Updates.unset(NEXT), Updates.unset(PENDING), Updates.unset(SINCE)));
        } else if (stored != null) {
            claims.deleteOne(reservation);
        }
    }

    /**
     * Completes or cancels a commit's reservations, after its outcome is known. A failure here does no harm: the next
     * process that finds a reservation resolves it.
     */
    void resolve(List<Binary> reserved, byte[] commit, boolean appended) {
        Binary commitId = CommitDocument.commitId(commit);
        try {
            reserved.forEach(claim -> {
                if (appended) {
                    complete(claim, commitId);
                } else {
                    cancel(claim, commitId);
                }
            });
        } catch (MongoException e) {
            MongoLogWriter.LOG.debug(
                    "A claim's reservation is left for the next process that finds it: {}", e.getMessage());
        }
    }

    @Nullable
    String owner(byte[] claim) {
        Document stored = claims.find(eq("_id", new Binary(claim))).first();
        return stored == null ? null : ownerOf(stored, commitCollection);
    }

    /** Returns the owners of the claims that have one. It takes one query if no claim is reserved. */
    Map<Binary, String> owners(List<byte[]> wanted) {
        Map<Binary, String> owners = new HashMap<>();
        for (Document stored :
                claims.find(in("_id", wanted.stream().map(Binary::new).toList()))) {
            String owner = ownerOf(stored, commitCollection);
            if (owner != null) {
                owners.put(stored.get("_id", Binary.class), owner);
            }
        }
        return owners;
    }

    /** Returns a claim's owner. If the commit of its reservation is in the log, that is the next owner. */
    static @Nullable String ownerOf(Document stored, CommitCollection commitCollection) {
        Object pending = stored.get(PENDING);
        return pending != null
                        && commitCollection.state((Binary) Objects.requireNonNull(pending))
                                == CommitCollection.CommitState.APPENDED
                ? stored.getString(NEXT)
                : stored.getString(OWNER);
    }
}
