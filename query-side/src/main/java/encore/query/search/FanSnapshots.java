package encore.query.search;

import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria.Snapshots;
import encore.query.image.Image;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows which fans are in which snapshot. A snapshot that is not sealed yet may have fans but cannot be searched by.
 */
final class FanSnapshots implements Facet {

    /** The type of the refusal of an unknown snapshot. */
    static final String UNKNOWN = "unknown-snapshot";

    private final Map<String, RoaringBitmap> fans = new HashMap<>();
    private final Set<String> sealed = new HashSet<>();
    private final Changes changes = new Changes();

    @Override
    public void image(Image image) {
        image.all(fans, image::name, image::set);
        image.all(sealed, image::name);
    }

    void keep(String uid, RoaringBitmap some) {
        fans.computeIfAbsent(uid, one -> new RoaringBitmap()).or(some);
    }

    void seal(String uid) {
        sealed.add(uid);
        changes.ofAll();
    }

    void remove(String uid) {
        sealed.remove(uid);
        fans.remove(uid);
        changes.ofAll();
    }

    /** Returns the sealed snapshots that contain a fan. */
    List<String> of(int fan) {
        return sealed.stream()
                .filter(uid -> fans.getOrDefault(uid, new RoaringBitmap()).contains(fan))
                .toList();
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, so an erased one does no harm in a set.
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        Snapshots snapshots = wanted.criteria().snapshots();
        if (!snapshots.included().isEmpty()) {
            all.add(Criterion.anyOf(sets(snapshots.included(), Snapshots.INCLUDED)));
        }
        if (!snapshots.excluded().isEmpty()) {
            all.add(Criterion.notIn(sets(snapshots.excluded(), Snapshots.EXCLUDED)));
        }
    }

    /**
     * Returns the log of changes. The fans of a sealed snapshot do not change, so it only records seals and removals.
     */
    @Override
    public Changes changes() {
        return changes;
    }

    private List<RoaringBitmap> sets(List<String> uids, String parameter) {
        return uids.stream()
                .map(uid -> {
                    if (!sealed.contains(uid)) {
                        throw new Refusal(Refusal.Kind.RULE, UNKNOWN, parameter, "The account has no such snapshot.");
                    }
                    return fans.getOrDefault(uid, new RoaringBitmap());
                })
                .toList();
    }
}
