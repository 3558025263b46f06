package encore.command.quotas;

import encore.kernel.quotas.Quota;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one account's usage by the events of one commit, or of one event. Made by one thread and not changed
 * afterwards.
 */
final class UsageChange {

    /**
     * A text that is in memory once for all records with it.
     *
     * @param hash a keyed hash, since texts of fans are personal
     */
    record Text(Quota quota, long hash, int characters) {

        long bytes() {
            return quota.bytes() + 2L * characters;
        }
    }

    final EnumMap<Quota, Long> counts = new EnumMap<>(Quota.class);
    final List<Text> texts = new ArrayList<>(0);

    /** The fans that were added to snapshots, by the snapshot's uid. */
    final Map<String, Integer> snapshotFans = new HashMap<>(0);

    final List<String> removedSnapshots = new ArrayList<>(0);

    /** The quotas that the operator set; null for the default again. */
    final Map<Quota, @Nullable Long> ownQuotas = new HashMap<>(0);

    void count(Quota quota, long difference) {
        counts.merge(quota, difference, Long::sum);
    }

    boolean isEmpty() {
        return counts.isEmpty()
                && texts.isEmpty()
                && snapshotFans.isEmpty()
                && removedSnapshots.isEmpty()
                && ownQuotas.isEmpty();
    }

    /** Returns the bytes that the change adds, without texts; at least 0. */
    long bytesAdded() {
        long bytes = 0;
        for (Map.Entry<Quota, Long> one : counts.entrySet()) {
            bytes += Math.max(0, one.getValue()) * one.getKey().bytes();
        }
        for (int fans : snapshotFans.values()) {
            bytes += snapshotBytes(fans);
        }
        return bytes;
    }

    /** Returns the bytes of a set of fans: few take two bytes each, and many a bit of all fans' numbers. */
    static long snapshotBytes(int fans) {
        return Math.min(2L * fans, 200_000);
    }
}
