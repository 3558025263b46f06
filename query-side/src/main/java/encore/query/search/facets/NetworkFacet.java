package encore.query.search.facets;

import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.query.image.MemoryImage;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import encore.query.search.criteria.SearchRequest;
import encore.query.search.facts.FanIdentifiers;
import encore.query.search.facts.FanIdentifiers.NetworkIdentifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** Knows which fans have an identifier on which network. */
public final class NetworkFacet implements Facet {

    private final FanChangeLog changeLog = new FanChangeLog();
    private final Map<@Nullable String, RoaringBitmap> fans = new HashMap<>();

    /** For fans with several identifiers on a network: the count beyond the first one. */
    private final Map<@Nullable String, Map<Integer, Integer>> additionalIdentifiers = new HashMap<>();

    @Override
    public void transfer(MemoryImage memoryImage) {
        memoryImage.elements(fans, memoryImage::text, memoryImage::bitmap);
        memoryImage.elements(additionalIdentifiers, memoryImage::text, more -> {
            Map<Integer, Integer> counts = more == null ? new HashMap<>() : more;
            memoryImage.elements(counts, memoryImage::count, memoryImage::count);
            return counts;
        });
    }

    public void put(int fan, FanIdentifiers fanIdentifiers) {
        for (NetworkIdentifier networkIdentifier : fanIdentifiers.all()) {
            add(fan, networkIdentifier.network());
        }
    }

    public void apply(IdentifierEvent event, int fan) {
        switch (event) {
            case IdentifierAdded added when added.value() != null -> add(fan, added.network());
            case IdentifierRemoved removed when removed.value() != null -> remove(fan, removed.network());
            case IdentifiersForgotten forgotten -> forget(fan);
            // An event without a value belongs to an erased fan.
            default -> {}
        }
    }

    private void add(int fan, @Nullable String network) {
        changeLog.markChanged(fan);
        if (!fans.computeIfAbsent(network, name -> new RoaringBitmap()).checkedAdd(fan)) {
            additionalIdentifiers
                    .computeIfAbsent(network, name -> new HashMap<>())
                    .merge(fan, 1, Integer::sum);
        }
    }

    private void remove(int fan, @Nullable String network) {
        changeLog.markChanged(fan);
        Map<Integer, Integer> more = additionalIdentifiers.getOrDefault(network, Map.of());
        RoaringBitmap having = fans.get(network);
        if (more.containsKey(fan)) {
            more.computeIfPresent(fan, (number, count) -> count == 1 ? null : count - 1);
        } else if (having != null) {
            having.remove(fan);
        }
    }

    @Override
    public FanChangeLog changeLog() {
        return changeLog;
    }

    @Override
    public void forget(int fan) {
        changeLog.markChanged(fan);
        fans.values().forEach(having -> having.remove(fan));
        additionalIdentifiers.values().forEach(more -> more.remove(fan));
    }

    @Override
    public void addCriteria(SearchRequest request, List<Criterion> all) {
        if (!request.criteria().networks().isEmpty()) {
            all.add(Criterion.anyOf(request.criteria().networks().stream()
                    .map(fans::get)
                    .filter(Objects::nonNull)
                    .toList()));
        }
    }
}
