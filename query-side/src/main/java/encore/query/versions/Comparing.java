package encore.query.versions;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Refusal;
import encore.query.runner.VersionRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares two versions document by document. Both versions are paused at one position for each page, and continue
 * between pages. A part ends after a number of pages or differences, so that the caller can report progress.
 */
final class Comparing {

    private static final int PAGE = 500;
    private static final int PAGES = 20;
    private static final int ENOUGH = 100;

    private final VersionRunner serving;
    private final VersionRunner beside;
    private final List<Projections.Difference> differences = new ArrayList<>();
    private long documents;
    private int pages;

    Comparing(VersionRunner serving, VersionRunner beside) {
        this.serving = serving;
        this.beside = beside;
    }

    /**
     * Compares one part.
     *
     * @param after the end of the part before, {@code <collection>/<key>}; null at the start
     */
    Projections.Part part(@Nullable String after) {
        var sums = new ArrayList<List<Views.Sum>>();
        var position = new long[1];
        ProjectionVersions.together(serving, beside, () -> {
            sums.add(serving.version.checksums());
            sums.add(beside.version.checksums());
            position[0] = serving.furthest();
        });
        boolean equal = sums.getFirst().equals(sums.getLast());
        return new Projections.Part(
                serving.version.number(),
                beside.version.number(),
                position[0],
                equal,
                sums.getFirst(),
                sums.getLast(),
                equal ? null : walk(after),
                documents,
                differences);
    }

    private @Nullable String walk(@Nullable String after) {
        List<Collection<?>> collections = serving.bound.projection.shape().collections();
        int at = after == null ? 0 : place(collections, after);
        String key = after == null ? "" : after.substring(after.indexOf('/') + 1);
        while (at < collections.size()) {
            Collection<?> collection = collections.get(at);
            String end = page(collection, key.isEmpty() ? null : key);
            pages++;
            if (end == null) {
                at++;
                key = "";
            } else {
                key = end;
            }
            if (at < collections.size() && (pages >= PAGES || differences.size() >= ENOUGH)) {
                return collections.get(at).name() + "/" + key;
            }
        }
        return null;
    }

    private static int place(List<Collection<?>> collections, String after) {
        for (int i = 0; i < collections.size(); i++) {
            if (after.startsWith(collections.get(i).name() + "/")) {
                return i;
            }
        }
        throw new Refusal(Refusal.Kind.RULE, "malformed-key", "A page key is malformed.");
    }

    private <T> @Nullable String page(Collection<T> collection, @Nullable String after) {
        var both = new ArrayList<List<Row<T>>>();
        ProjectionVersions.together(serving, beside, () -> {
            both.add(rows(serving, collection, after));
            both.add(rows(beside, collection, after));
        });
        return compare(collection, both.getFirst(), both.getLast());
    }

    private static <T> List<Row<T>> rows(VersionRunner runner, Collection<T> collection, @Nullable String after) {
        return runner.version.read((Documents documents) ->
                documents.find(collection, Where.all(), Order.byKey(), after == null ? null : List.of(after), PAGE));
    }

    /**
     * Compares two pages up to the end of the shorter one. Returns the key after which the next page begins, or null at
     * the end.
     */
    private <T> @Nullable String compare(Collection<T> collection, List<Row<T>> here, List<Row<T>> there) {
        String end = null;
        for (List<Row<T>> page : List.of(here, there)) {
            if (page.size() == PAGE && (end == null || page.getLast().key().compareTo(end) < 0)) {
                end = page.getLast().key();
            }
        }
        var pairs = new TreeMap<String, Projections.Difference>();
        for (Row<T> row : here) {
            pairs.put(row.key(), new Projections.Difference(collection.name(), row.key(), row.document(), null));
        }
        for (Row<T> row : there) {
            Projections.Difference known = pairs.get(row.key());
            pairs.put(
                    row.key(),
                    new Projections.Difference(
                            collection.name(), row.key(), known == null ? null : known.serving(), row.document()));
        }
        var json = DocumentJson.of(collection);
        for (Projections.Difference pair : (end == null ? pairs : pairs.headMap(end, true)).values()) {
            documents++;
            if (!same(json, pair)) {
                differences.add(pair);
            }
        }
        return end;
    }

    /** Compares the documents as they are stored, because records with arrays are never equal. */
    private static boolean same(DocumentJson<?> json, Projections.Difference pair) {
        return pair.serving() != null
                && pair.beside() != null
                && Arrays.equals(json.write(pair.serving()), json.write(pair.beside()));
    }
}
