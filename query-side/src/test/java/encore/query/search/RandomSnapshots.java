package encore.query.search;

import encore.kernel.Event;
import encore.kernel.search.FanCriteria.Snapshots;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotPartId;
import encore.query.search.facts.DeltaIds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;

/** Generates random snapshots: takes one after the other, and removes some again. */
final class RandomSnapshots {

    private final Random random;
    private final List<SnapshotId> sealed = new ArrayList<>();
    private int made;
    private int parts;

    RandomSnapshots(Random random) {
        this.random = random;
    }

    /** @param ever all fans who are or were registered */
    Event event(Collection<Long> ever) {
        var next = new SnapshotId(RandomFans.ACCOUNT, "s" + made);
        int chance = random.nextInt(4);
        if (chance == 0 && sealed.size() > 2) {
            return new SnapshotRemoved(sealed.remove(random.nextInt(sealed.size())));
        }
        if (chance < 3) {
            long[] some = ever.stream()
                    .filter(fan -> random.nextInt(3) == 0)
                    .mapToLong(Long::longValue)
                    .sorted()
                    .toArray();
            return new SnapshotPartKept(new SnapshotPartId(next, parts++), DeltaIds.encode(some, 0, some.length));
        }
        sealed.add(next);
        made++;
        int there = parts;
        parts = 0;
        return new SnapshotSealed(next, "name " + made, 0, there, 0);
    }

    Snapshots wanted() {
        return new Snapshots(some(), some());
    }

    private List<String> some() {
        return sealed.stream()
                .filter(one -> random.nextInt(3) == 0)
                .map(SnapshotId::uid)
                .toList();
    }
}
