package encore.query.versions;

import encore.infra.views.Collection;
import encore.infra.views.DocumentJson;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
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
final class VersionComparison {

    private static final int PAGE = 500;
    private static final int PAGES_PER_PART = 20;
    private static final int MAX_DIFFERENCES = 100;

    private final VersionRunner serving;
    private final VersionRunner other;
    private final List<Projections.Difference> differences = new ArrayList<>();
    private long comparedDocuments;
    private int pages;

    VersionComparison(VersionRunner serving, VersionRunner other) {
        this.serving = serving;
        this.other = other;
    }

    /**
     * Compares one part.
     *
     * @param after the end of the part before, {@code <collection>/<key>}; null at the start
     */
    Projections.ComparisonPart comparePart(@Nullable String after) {
        var sums = new ArrayList<List<Views.Sum>>();
        var position = new long[1];
        ProjectionVersions.atOnePosition(serving, other, () -> {
            sums.add(serving.version.checksums());
            sums.add(other.version.checksums());
            position[0] = serving.highestPosition();
        });
        boolean equal = sums.getFirst().equals(sums.getLast());
        return new Projections.ComparisonPart(
                serving.version.number(),
                other.version.number(),
                position[0],
                equal,
                sums.getFirst(),
                sums.getLast(),
                equal ? null : walk(after),
                comparedDocuments,
                differences);
    }

    private @Nullable String walk(@Nullable String after) {
        List<Collection<?>> collections = serving.handlers.projection.shape().collections();
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
            if (at < collections.size() && (pages >= PAGES_PER_PART || differences.size() >= MAX_DIFFERENCES)) {
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
        ProjectionVersions.atOnePosition(serving, other, () -> {
            both.add(rows(serving, collection, after));
            both.add(rows(other, collection, after));
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
    private <T> @Nullable String compare(Collection<T> collection, List<Row<T>> servingRows, List<Row<T>> otherRows) {
        String end = null;
        for (List<Row<T>> page : List.of(servingRows, otherRows)) {
            if (page.size() == PAGE && (end == null || page.getLast().key().compareTo(end) < 0)) {
                end = page.getLast().key();
            }
        }
        var pairs = new TreeMap<String, Projections.Difference>();
        for (Row<T> row : servingRows) {
            pairs.put(row.key(), new Projections.Difference(collection.name(), row.key(), row.document(), null));
        }
        for (Row<T> row : otherRows) {
            Projections.Difference known = pairs.get(row.key());
            pairs.put(
                    row.key(),
                    new Projections.Difference(
                            collection.name(), row.key(), known == null ? null : known.serving(), row.document()));
        }
        var json = DocumentJson.of(collection);
        for (Projections.Difference pair : (end == null ? pairs : pairs.headMap(end, true)).values()) {
            comparedDocuments++;
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
