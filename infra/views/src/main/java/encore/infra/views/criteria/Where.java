package encore.infra.views.criteria;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The condition that a query sets for documents. Values are String, Long, Integer, Double, Boolean or Instant. */
public sealed interface Where {

    /** Matches documents whose field has this value; null means that the field is absent. */
    record Equal(String field, @Nullable Object value) implements Where {}

    record In(String field, List<?> values) implements Where {
        public In {
            values = List.copyOf(values);
        }
    }

    /** Matches values between two bounds; a null bound is open. */
    record Range(
            String field,
            @Nullable Object from,
            boolean fromInclusive,
            @Nullable Object to,
            boolean toInclusive) implements Where {}

    /** Matches texts that begin with the prefix, exactly as stored. */
    record Prefix(String field, String prefix) implements Where {}

    /**
     * Matches words, or beginnings of words, in any field of the collection's text index. Case and accents do not
     * matter.
     *
     * @param texts all words of one of these texts have to be there
     */
    record Contains(List<String> texts) implements Where {
        public Contains {
            texts = List.copyOf(texts);
        }

        public Contains(String text) {
            this(List.of(text));
        }
    }

    record Exists(String field) implements Where {}

    /** Matches places within a distance of a point on the sphere. */
    record Near(double latitude, double longitude, double kilometres) implements Where {}

    record And(List<Where> all) implements Where {
        public And {
            all = List.copyOf(all);
        }
    }

    record Or(List<Where> any) implements Where {
        public Or {
            any = List.copyOf(any);
        }
    }

    record Not(Where one) implements Where {}

    static Where equal(String field, @Nullable Object value) {
        return new Equal(field, value);
    }

    static Where all(Where... parts) {
        return new And(List.of(parts));
    }

    static Where any(Where... parts) {
        return new Or(List.of(parts));
    }

    static Where above(String field, Object bound) {
        return new Range(field, bound, false, null, false);
    }

    static Where below(String field, Object bound) {
        return new Range(field, null, false, bound, false);
    }
}
