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

/** Who is in which snapshot. One that is not sealed has fans, and is unknown. */
final class FanSnapshots implements Facet {

    /** The type of the refusal of a snapshot that is not there. */
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

    /** The snapshots that a fan is in. */
    List<String> of(int fan) {
        return sealed.stream()
                .filter(uid -> fans.getOrDefault(uid, new RoaringBitmap()).contains(fan))
                .toList();
    }

    @Override
    public void forget(int fan) {
        // Sets are asked among the living alone.
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

    /** Whoever is in a snapshot that is sealed, stays. */
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
