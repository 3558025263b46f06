package encore.infra.views.mongo;

import encore.infra.views.criteria.ComparableValue;
import encore.infra.views.criteria.Where;
import encore.kernel.names.QueryWords;
import encore.kernel.names.SearchWords;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Tests whether a document meets a condition, for the conditions that the server's plain indexes cannot answer. */
final class DocumentMatcher {

    static final double EARTH_RADIUS = 6371.0088;

    private final StoredCollection storedCollection;
    private final JsonNode document;

    DocumentMatcher(StoredCollection storedCollection, JsonNode document) {
        this.storedCollection = storedCollection;
        this.document = document;
    }

    boolean matchesAll(List<Where> parts) {
        return parts.stream().allMatch(this::matches);
    }

    boolean matches(Where where) {
        return switch (where) {
            case Where.Equal(String field, var value) -> same(value(field), ComparableValue.value(value));
            case Where.In(String field, List<?> wanted) ->
                value(field) != null && wanted.stream().anyMatch(one -> same(value(field), ComparableValue.value(one)));
            case Where.Range range -> within(value(range.field()), range);
            case Where.Prefix(String field, String prefix) ->
                value(field) instanceof String text && text.startsWith(prefix);
            case Where.Exists(String field) -> value(field) != null;
            case Where.Contains(List<String> texts) ->
                texts.stream()
                        .map(text -> QueryWords.withoutBeginnings(SearchWords.of(text)))
                        .anyMatch(words -> contains(storedCollection.words(document), words));
            case Where.Near near -> near(near);
            case Where.And(List<Where> all) -> matchesAll(all);
            case Where.Or(List<Where> any) -> any.stream().anyMatch(this::matches);
            case Where.Not(Where one) -> !matches(one);
        };
    }

    private @Nullable Object value(String field) {
        return DocumentValues.read(document, field);
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == null || other == null ? one == other : DocumentValues.compare(one, other) == 0;
    }

    private static boolean within(@Nullable Object value, Where.Range range) {
        if (value == null) {
            return range.from() == null && range.to() == null;
        }
        Object from = ComparableValue.value(range.from());
        Object to = ComparableValue.value(range.to());
        int above = from == null ? 1 : DocumentValues.compare(value, from);
        int below = to == null ? -1 : DocumentValues.compare(value, to);
        return (above > 0 || above == 0 && range.fromInclusive()) && (below < 0 || below == 0 && range.toInclusive());
    }

    private static boolean contains(List<String> words, List<String> wanted) {
        return !wanted.isEmpty()
                && wanted.stream().allMatch(begin -> words.stream().anyMatch(word -> word.startsWith(begin)));
    }

    private boolean near(Where.Near near) {
        if (storedCollection.geoFields == null) {
            return false;
        }
        if (!(value(storedCollection.geoFields.getFirst()) instanceof Number latitude)
                || !(value(storedCollection.geoFields.getLast()) instanceof Number longitude)) {
            return false;
        }
        double north = Math.toRadians(latitude.doubleValue() - near.latitude());
        double east = Math.toRadians(longitude.doubleValue() - near.longitude());
        double chord = Math.pow(Math.sin(north / 2), 2)
                + Math.cos(Math.toRadians(near.latitude()))
                        * Math.cos(Math.toRadians(latitude.doubleValue()))
                        * Math.pow(Math.sin(east / 2), 2);
        return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord))) <= near.kilometres();
    }
}
