package encore.kernel.relations;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.tags.TagId;
import java.util.Locale;

/** Says what is related with its like. */
public enum RelationKind {
    TAG,
    IDOL;

    /** The kind of its streams. */
    String stream() {
        return word() + "_relation";
    }

    /** The wire name of the first of the two; the other's has {@code related_} before it. */
    public String parameter() {
        return switch (this) {
            case TAG -> "tag_name";
            case IDOL -> "idol_uid";
        };
    }

    /** One of those that are related. */
    public StreamId thing(long account, String id) {
        return switch (this) {
            case TAG -> new TagId(account, Long.parseLong(id));
            case IDOL -> new IdolId(account, id);
        };
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
