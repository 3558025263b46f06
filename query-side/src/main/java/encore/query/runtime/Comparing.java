package encore.query.runtime;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares two versions document by document; both stand at one position for each page, and go on between pages. */
final class Comparing {

    private static final int PAGE = 500;

    private final ProjectionRunner serving;
    private final ProjectionRunner beside;
    private long found;

    Comparing(ProjectionRunner serving, ProjectionRunner beside) {
        this.serving = serving;
        this.beside = beside;
    }

    Projections.Comparison compare(Consumer<Projections.Difference> each) {
        var sums = new ArrayList<List<Views.Sum>>();
        var position = new long[1];
        Following.together(serving, beside, () -> {
            sums.add(serving.version.checksums());
            sums.add(beside.version.checksums());
            position[0] = serving.position();
        });
        boolean equal = sums.getFirst().equals(sums.getLast());
        if (!equal) {
            serving.bound.projection.shape().collections().forEach(collection -> compare(collection, each));
        }
        return new Projections.Comparison(
                serving.version.number(),
                beside.version.number(),
                position[0],
                equal,
                sums.getFirst(),
                sums.getLast(),
                found);
    }

    private <T> void compare(Collection<T> collection, Consumer<Projections.Difference> each) {
        String after = null;
        do {
            String from = after;
            var pages = new ArrayList<List<Row<T>>>();
            Following.together(serving, beside, () -> {
                pages.add(page(serving, collection, from));
                pages.add(page(beside, collection, from));
            });
            after = compare(collection.name(), pages.getFirst(), pages.getLast(), each);
        } while (after != null);
    }

    private static <T> List<Row<T>> page(ProjectionRunner runner, Collection<T> collection, @Nullable String after) {
        return runner.version.read((Documents documents) ->
                documents.find(collection, Where.all(), Order.byKey(), after == null ? null : List.of(after), PAGE));
    }

    /** Compares up to where both pages reach; answers the key to go on from, or null at the end. */
    private <T> @Nullable String compare(
            String collection, List<Row<T>> here, List<Row<T>> there, Consumer<Projections.Difference> each) {
        String end = null;
        for (List<Row<T>> page : List.of(here, there)) {
            if (page.size() == PAGE && (end == null || page.getLast().key().compareTo(end) < 0)) {
                end = page.getLast().key();
            }
        }
        var pairs = new TreeMap<String, Projections.Difference>();
        for (Row<T> row : here) {
            pairs.put(row.key(), new Projections.Difference(collection, row.key(), row.document(), null));
        }
        for (Row<T> row : there) {
            Projections.Difference known = pairs.get(row.key());
            pairs.put(
                    row.key(),
                    new Projections.Difference(
                            collection, row.key(), known == null ? null : known.serving(), row.document()));
        }
        for (Projections.Difference pair : (end == null ? pairs : pairs.headMap(end, true)).values()) {
            if (!Objects.equals(pair.serving(), pair.beside())) {
                found++;
                each.accept(pair);
            }
        }
        return end;
    }
}
