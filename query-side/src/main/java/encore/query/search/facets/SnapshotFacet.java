package encore.query.search.facets;

import encore.kernel.Refusal;
import encore.kernel.search.FanCriteria.Snapshots;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * Knows which fans are in which snapshot. A snapshot that is not sealed yet may have fans but cannot be searched by.
 */
public final class SnapshotFacet implements Facet {

    /** The type of the refusal of an unknown snapshot. */
    public static final String UNKNOWN_SNAPSHOT = "unknown-snapshot";

    private final Map<String, RoaringBitmap> fans = new HashMap<>();
    private final Set<String> sealed = new HashSet<>();
    private final FanChangeLog changeLog = new FanChangeLog();

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.elements(fans, memoryImage::name, memoryImage::bitmap);
        memoryImage.elements(sealed, memoryImage::name);
    }

    public void addFans(String uid, RoaringBitmap fanNumbers) {
        fans.computeIfAbsent(uid, one -> new RoaringBitmap()).or(fanNumbers);
    }

    public void seal(String uid) {
        sealed.add(uid);
        changeLog.markAllChanged();
    }

    public void remove(String uid) {
        sealed.remove(uid);
        fans.remove(uid);
        changeLog.markAllChanged();
    }

    /** Returns the sealed snapshots that contain a fan. */
    public List<String> snapshotsOf(int fan) {
        DeadlineSteps steps = new DeadlineSteps();
        return sealed.stream()
                .peek(uid -> steps.step())
                .filter(uid -> fans.getOrDefault(uid, new RoaringBitmap()).contains(fan))
                .toList();
    }

    @Override
    public void forget(int fan) {
        // Searches begin with registered fans, so an erased one does no harm in a set.
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> criteria) {
        Snapshots snapshots = request.criteria().snapshots();
        if (!snapshots.included().isEmpty()) {
            criteria.add(Criterion.anyOf(sets(snapshots.included(), Snapshots.INCLUDED)));
        }
        if (!snapshots.excluded().isEmpty()) {
            criteria.add(Criterion.notIn(sets(snapshots.excluded(), Snapshots.EXCLUDED)));
        }
    }

    /**
     * Returns the log of changes. The fans of a sealed snapshot do not change, so it only records seals and removals.
     */
    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    private List<RoaringBitmap> sets(List<String> uids, String parameter) {
        return uids.stream()
                .map(uid -> {
                    if (!sealed.contains(uid)) {
                        throw new Refusal(
                                Refusal.Kind.RULE, UNKNOWN_SNAPSHOT, parameter, "The account has no such snapshot.");
                    }
                    return fans.getOrDefault(uid, new RoaringBitmap());
                })
                .toList();
    }
}
