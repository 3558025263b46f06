package encore.query.operations;

import encore.infra.views.DocumentJson;
import encore.kernel.operations.ComparisonLine.DocumentDifference;
import encore.kernel.operations.ComparisonLine.Kind;
import encore.query.versions.Projections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Limits a difference to what an account may see: whole documents of its own, and of other accounts' documents only
 * that they differ and in which fields.
 */
final class DifferenceRedaction {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final long account;
    private final Pattern ownKey;

    DifferenceRedaction(long account) {
        this.account = account;
        this.ownKey = Pattern.compile("(?:[a-z_]+\\.)?" + account + "\\..+");
    }

    DocumentDifference line(Projections.Difference found) {
        JsonNode serving = tree(found.serving());
        JsonNode beside = tree(found.beside());
        boolean own = isOwn(found.key(), serving) || isOwn(found.key(), beside);
        Kind kind = serving == null ? Kind.ONLY_BESIDE : beside == null ? Kind.ONLY_SERVING : Kind.DIFFERENT;
        return new DocumentDifference(
                "difference",
                found.collection(),
                found.key(),
                kind,
                serving == null || beside == null ? List.of() : fields(serving, beside),
                own ? serving : null,
                own ? beside : null);
    }

    @SuppressWarnings("unchecked") // Used for writing only.
    private static @Nullable JsonNode tree(@Nullable Object document) {
        return document == null
                ? null
                : JSON.readTree(new DocumentJson<>((Class<Object>) document.getClass()).write(document));
    }

    private boolean isOwn(String key, @Nullable JsonNode document) {
        return document != null
                && (document.path("account").asLong(-1) == account
                        || document.path("accountId").asLong(-1) == account
                        || ownKey.matcher(key).matches());
    }

    private static List<String> fields(JsonNode serving, JsonNode beside) {
        var names = new TreeSet<>(serving.propertyNames());
        names.addAll(beside.propertyNames());
        names.removeIf(name -> serving.path(name).equals(beside.path(name)));
        return List.copyOf(names);
    }
}
