package encore.query.search;

import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.query.image.Image;
import encore.query.search.Identifiers.Identifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Knows which fans have an identifier on which network. */
final class FanNetworks implements Facet {

    private final Changes changes = new Changes();
    private final Map<@Nullable String, RoaringBitmap> fans = new HashMap<>();

    /** For fans with several identifiers on a network: the count beyond the first one. */
    private final Map<@Nullable String, Map<Integer, Integer>> further = new HashMap<>();

    @Override
    public void image(Image image) {
        image.all(fans, image::text, image::set);
        image.all(further, image::text, more -> {
            Map<Integer, Integer> counts = more == null ? new HashMap<>() : more;
            image.all(counts, image::count, image::count);
            return counts;
        });
    }

    void put(int fan, Identifiers identifiers) {
        for (Identifier identifier : identifiers.all()) {
            add(fan, identifier.network());
        }
    }

    void apply(IdentifierEvent event, int fan) {
        switch (event) {
            case IdentifierAdded added when added.value() != null -> add(fan, added.network());
            case IdentifierRemoved removed when removed.value() != null -> remove(fan, removed.network());
            case IdentifiersForgotten forgotten -> forget(fan);
            // An event without a value belongs to an erased fan.
            default -> {}
        }
    }

    private void add(int fan, @Nullable String network) {
        changes.of(fan);
        if (!fans.computeIfAbsent(network, name -> new RoaringBitmap()).checkedAdd(fan)) {
            further.computeIfAbsent(network, name -> new HashMap<>()).merge(fan, 1, Integer::sum);
        }
    }

    private void remove(int fan, @Nullable String network) {
        changes.of(fan);
        Map<Integer, Integer> more = further.getOrDefault(network, Map.of());
        RoaringBitmap having = fans.get(network);
        if (more.containsKey(fan)) {
            more.computeIfPresent(fan, (number, count) -> count == 1 ? null : count - 1);
        } else if (having != null) {
            having.remove(fan);
        }
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public void forget(int fan) {
        changes.of(fan);
        fans.values().forEach(having -> having.remove(fan));
        further.values().forEach(more -> more.remove(fan));
    }

    @Override
    public void criteria(Wanted wanted, List<Criterion> all) {
        if (!wanted.criteria().networks().isEmpty()) {
            all.add(Criterion.anyOf(wanted.criteria().networks().stream()
                    .map(fans::get)
                    .filter(Objects::nonNull)
                    .toList()));
        }
    }
}
