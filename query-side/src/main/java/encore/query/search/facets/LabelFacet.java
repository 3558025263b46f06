package encore.query.search.facets;

import encore.kernel.NameKey;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.query.image.MemoryImage;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Tags or idols, which are searched by name: the fans who have each, and its relations to others. */
public final class LabelFacet implements Facet {

    private final Function<FanCriteria, LabelCriteria> criterion;
    private final FanChangeLog changeLog = new FanChangeLog();
    private final Map<String, String> idsByKey = new HashMap<>();
    private final Map<String, String> keysById = new HashMap<>();
    private final Map<String, RoaringBitmap> fans = new HashMap<>();
    private final Map<String, Set<String>> related = new HashMap<>();

    public LabelFacet(Function<FanCriteria, LabelCriteria> criterion) {
        this.criterion = criterion;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.elements(idsByKey, memoryImage::name, memoryImage::name);
        memoryImage.elements(keysById, memoryImage::name, memoryImage::name);
        memoryImage.elements(fans, memoryImage::name, memoryImage::bitmap);
        memoryImage.elements(related, memoryImage::name, some -> {
            Set<String> others = some == null ? new HashSet<>() : some;
            memoryImage.elements(others, memoryImage::name);
            return others;
        });
    }

    /** Names or renames a label; null removes its name. */
    public void setName(String id, @Nullable String name) {
        String previousKey = keysById.remove(id);
        if (previousKey != null) {
            idsByKey.remove(previousKey, id);
        }
        String replaced = null;
        if (name != null) {
            String key = NameKey.compared(name).text();
            keysById.put(id, key);
            replaced = idsByKey.put(key, id);
        }
        boolean isNew = previousKey == null && replaced == null && !fans.containsKey(id) && !related.containsKey(id);
        if (!isNew) {
            changeLog.markAllChanged();
        }
    }

    /** Relates two labels, in both directions, or ends their relation. */
    public void setRelated(String one, String other, boolean areRelated) {
        changeLog.markAllChanged();
        if (areRelated) {
            related.computeIfAbsent(one, id -> new HashSet<>()).add(other);
            related.computeIfAbsent(other, id -> new HashSet<>()).add(one);
        } else {
            related.getOrDefault(one, new HashSet<>()).remove(other);
            related.getOrDefault(other, new HashSet<>()).remove(one);
        }
    }

    public void addLabel(int fan, String id) {
        changeLog.markChanged(fan);
        fans.computeIfAbsent(id, one -> new RoaringBitmap()).add(fan);
    }

    public void removeLabel(int fan, String id) {
        changeLog.markChanged(fan);
        RoaringBitmap having = fans.get(id);
        if (having != null) {
            having.remove(fan);
        }
    }

    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    @Override
    public void forget(int fan) {
        fans.values().forEach(having -> having.remove(fan));
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> criteria) {
        LabelCriteria labelCriteria = criterion.apply(request.criteria());
        if (!labelCriteria.names().isEmpty()) {
            criteria.add(Criterion.anyOf(labelCriteria.names().stream()
                    .map(name -> idsByKey.get(NameKey.compared(name).text()))
                    .filter(Objects::nonNull)
                    .flatMap(id -> labelCriteria.related() ? withRelated(id) : Stream.of(id))
                    .distinct()
                    .map(fans::get)
                    .filter(Objects::nonNull)
                    .toList()));
        }
    }

    /** Returns a label and those directly related to it. A removed label has no name and relates to nothing. */
    private Stream<String> withRelated(String id) {
        return Stream.concat(
                Stream.of(id), related.getOrDefault(id, Set.of()).stream().filter(keysById::containsKey));
    }
}
