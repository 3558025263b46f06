package encore.infra.views.criteria;

import java.util.List;

/** An index over fields of a document. A field is a path of component names joined by dots. */
public record Index(Kind kind, List<String> fields) {

    public Index {
        fields = List.copyOf(fields);
    }

    /**
     * Orders by these fields, then by the document's key. When several indexes could serve a walk, the one with the
     * most fields serves it; among equals, the one that was declared first.
     */
    public static Index on(String... fields) {
        return new Index(Kind.ORDERED, List.of(fields));
    }

    /** Answers {@link Where.Contains}: words and their prefixes in any of these fields. */
    public static Index text(String... fields) {
        return new Index(Kind.TEXT, List.of(fields));
    }

    /** Answers {@link Where.Near}. Latitude and longitude are in degrees. */
    public static Index geo(String latitude, String longitude) {
        return new Index(Kind.GEO, List.of(latitude, longitude));
    }

    public enum Kind {
        ORDERED,
        TEXT,
        GEO
    }
}
