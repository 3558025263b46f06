package encore.query.search;

import encore.kernel.NameKey;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanCriteria.Labelled;
import encore.query.image.Image;
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
final class Labels implements Facet {

    private final Function<FanCriteria, Labelled> wanted;
    private final Changes changes = new Changes();
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, RoaringBitmap> fans = new HashMap<>();
    private final Map<String, Set<String>> related = new HashMap<>();

    Labels(Function<FanCriteria, Labelled> wanted) {
        this.wanted = wanted;
    }

    @Override
    public void image(Image image) {
        image.all(ids, image::name, image::name);
        image.all(keys, image::name, image::name);
        image.all(fans, image::name, image::set);
        image.all(related, image::name, some -> {
            Set<String> others = some == null ? new HashSet<>() : some;
            image.all(others, image::name);
            return others;
        });
    }

    /** Names or renames a label; null removes its name. */
    void name(String id, @Nullable String name) {
        String before = keys.remove(id);
        if (before != null) {
            ids.remove(before, id);
        }
        String replaced = null;
        if (name != null) {
            String key = NameKey.of(name).text();
            keys.put(id, key);
            replaced = ids.put(key, id);
        }
        boolean isNew = before == null && replaced == null && !fans.containsKey(id) && !related.containsKey(id);
        if (!isNew) {
            changes.ofAll();
        }
    }

    /** Relates two labels, in both directions, or ends their relation. */
    void relate(String one, String other, boolean together) {
        changes.ofAll();
        if (together) {
            related.computeIfAbsent(one, id -> new HashSet<>()).add(other);
            related.computeIfAbsent(other, id -> new HashSet<>()).add(one);
        } else {
            related.getOrDefault(one, new HashSet<>()).remove(other);
            related.getOrDefault(other, new HashSet<>()).remove(one);
        }
    }

    void give(int fan, String id) {
        changes.of(fan);
        fans.computeIfAbsent(id, one -> new RoaringBitmap()).add(fan);
    }

    void take(int fan, String id) {
        changes.of(fan);
        RoaringBitmap having = fans.get(id);
        if (having != null) {
            having.remove(fan);
        }
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public void forget(int fan) {
        fans.values().forEach(having -> having.remove(fan));
    }

    @Override
    public void criteria(Wanted search, List<Criterion> all) {
        Labelled labelled = wanted.apply(search.criteria());
        if (!labelled.names().isEmpty()) {
            all.add(Criterion.anyOf(labelled.names().stream()
                    .map(name -> ids.get(NameKey.of(name).text()))
                    .filter(Objects::nonNull)
                    .flatMap(id -> labelled.related() ? withRelated(id) : Stream.of(id))
                    .distinct()
                    .map(fans::get)
                    .filter(Objects::nonNull)
                    .toList()));
        }
    }

    /** Returns a label and those directly related to it. */
    private Stream<String> withRelated(String id) {
        return Stream.concat(Stream.of(id), related.getOrDefault(id, Set.of()).stream());
    }
}
