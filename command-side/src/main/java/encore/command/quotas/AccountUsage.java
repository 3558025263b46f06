package encore.command.quotas;

import encore.kernel.quotas.Quota;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The usage of one account: the number of things of each kind, and those that commits on their way add. Every method
 * needs the lock of this object.
 */
final class AccountUsage {

    final EnumMap<Quota, Long> counts = new EnumMap<>(Quota.class);
    final EnumMap<Quota, Long> ownQuotas = new EnumMap<>(Quota.class);
    final Map<String, Integer> snapshotFans = new HashMap<>();

    /** The hashes of texts, for {@link Quota#FAN_TEXTS} and {@link Quota#TICKET_TEXTS}. */
    final EnumMap<Quota, LongHashSet> texts = new EnumMap<>(Quota.class);

    /** The hashes that were added since they were written last. */
    final EnumMap<Quota, LongHashSet> newTexts = new EnumMap<>(Quota.class);

    /** The bytes in memory, about. */
    long bytes;

    /** Whether something changed since this was written last. */
    boolean isChanged;

    private final EnumMap<Quota, Long> reserved = new EnumMap<>(Quota.class);

    /** The commits that add a text, by its hash. */
    private final EnumMap<Quota, Map<Long, Integer>> reservedTexts = new EnumMap<>(Quota.class);

    /** The things that commits on their way remove. */
    private final EnumMap<Quota, Long> reservedRemovals = new EnumMap<>(Quota.class);

    /** The room that a commit reserved. */
    record Reservation(UsageChange change, List<UsageChange.Text> texts) {}

    /** Returns the quota of the account. */
    long most(Quota quota) {
        return ownQuotas.getOrDefault(quota, quota.most());
    }

    /** Returns how many there are, without those that commits on their way add. */
    long used(Quota quota) {
        LongHashSet set = texts.get(quota);
        return set == null ? counts.getOrDefault(quota, 0L) : set.size();
    }

    /** Returns the quota that a change would exceed, or null. Removals are always possible. */
    @Nullable
    Quota exceededBy(UsageChange change) {
        for (Map.Entry<Quota, Long> one : change.counts.entrySet()) {
            Quota quota = one.getKey();
            if (one.getValue() > 0 && used(quota) + reserved.getOrDefault(quota, 0L) + one.getValue() > most(quota)) {
                return quota;
            }
        }
        for (Map.Entry<Quota, Integer> one : countNewTexts(change).entrySet()) {
            Quota quota = one.getKey();
            if (used(quota) + reservedTexts(quota).size() + one.getValue() > most(quota)) {
                return quota;
            }
        }
        return null;
    }

    /**
     * Returns whether the outcome of commits on their way may make room for a change: one that adds things may fail or be
     * counted twice for a moment, and one that removes things makes room.
     */
    boolean mayHaveRoomSoon(Quota quota, UsageChange change) {
        long added =
                change.counts.getOrDefault(quota, 0L) + countNewTexts(change).getOrDefault(quota, 0);
        return used(quota) + added <= most(quota) || reservedRemovals.getOrDefault(quota, 0L) > 0;
    }

    /** Returns the bytes that a change would add, 0 when it adds nothing. */
    long bytesAddedBy(UsageChange change) {
        long bytes = change.bytesAdded();
        Set<Long> seen = new HashSet<>();
        for (UsageChange.Text text : change.texts) {
            if (isNew(text) && seen.add(text.hash())) {
                bytes += text.bytes();
            }
        }
        return bytes;
    }

    /** Reserves what a commit adds, until {@link #release}. */
    Reservation reserve(UsageChange change) {
        List<UsageChange.Text> newOnes =
                change.texts.stream().filter(text -> !isCounted(text)).toList();
        newOnes.forEach(text -> reservedTexts(text.quota()).merge(text.hash(), 1, Integer::sum));
        reserveCounts(change, 1);
        return new Reservation(change, newOnes);
    }

    /** Ends a reservation: the commit failed, or it is counted. */
    void release(Reservation reservation) {
        for (UsageChange.Text text : reservation.texts()) {
            reservedTexts(text.quota()).merge(text.hash(), 1, (before, one) -> before == 1 ? null : before - 1);
        }
        reserveCounts(reservation.change(), -1);
    }

    private void reserveCounts(UsageChange change, int sign) {
        change.counts.forEach((quota, difference) ->
                (difference > 0 ? reserved : reservedRemovals).merge(quota, sign * Math.abs(difference), Long::sum));
    }

    /** Counts a durable event. */
    void apply(UsageChange change) {
        isChanged = true;
        change.counts.forEach((quota, difference) -> {
            long before = counts.getOrDefault(quota, 0L);
            // Rules of earlier builds may have counted less.
            long now = Math.max(0, before + difference);
            counts.put(quota, now);
            bytes += (now - before) * quota.bytes();
        });
        for (UsageChange.Text text : change.texts) {
            if (texts.computeIfAbsent(text.quota(), quota -> new LongHashSet()).add(text.hash())) {
                newTexts.computeIfAbsent(text.quota(), quota -> new LongHashSet())
                        .add(text.hash());
                bytes += text.bytes();
            }
        }
        change.snapshotFans.forEach((uid, fans) -> setSnapshotFans(uid, snapshotFans.getOrDefault(uid, 0) + fans));
        change.removedSnapshots.forEach(uid -> setSnapshotFans(uid, 0));
        change.ownQuotas.forEach((quota, most) -> {
            if (most == null) {
                ownQuotas.remove(quota);
            } else {
                ownQuotas.put(quota, most);
            }
        });
    }

    private void setSnapshotFans(String uid, int fans) {
        int before = snapshotFans.getOrDefault(uid, 0);
        bytes += UsageChange.snapshotBytes(fans) - UsageChange.snapshotBytes(before);
        if (fans == 0) {
            snapshotFans.remove(uid);
        } else {
            snapshotFans.put(uid, fans);
        }
    }

    private Map<Quota, Integer> countNewTexts(UsageChange change) {
        Map<Quota, Set<Long>> found = new EnumMap<>(Quota.class);
        for (UsageChange.Text text : change.texts) {
            if (isNew(text)) {
                found.computeIfAbsent(text.quota(), quota -> new HashSet<>()).add(text.hash());
            }
        }
        Map<Quota, Integer> counted = new EnumMap<>(Quota.class);
        found.forEach((quota, hashes) -> counted.put(quota, hashes.size()));
        return counted;
    }

    private boolean isNew(UsageChange.Text text) {
        return !isCounted(text) && !reservedTexts(text.quota()).containsKey(text.hash());
    }

    private boolean isCounted(UsageChange.Text text) {
        LongHashSet set = texts.get(text.quota());
        return set != null && set.contains(text.hash());
    }

    private Map<Long, Integer> reservedTexts(Quota quota) {
        return reservedTexts.computeIfAbsent(quota, ignored -> new HashMap<>());
    }
}
