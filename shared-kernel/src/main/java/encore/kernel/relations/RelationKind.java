package encore.kernel.relations;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.tags.TagId;
import java.util.Locale;

/** The kind of things that are related. */
public enum RelationKind {
    @StreamId.Kind("tag_relation")
    TAG,
    @StreamId.Kind("idol_relation")
    IDOL;

    /** Returns the wire name of the first of the two. That of the other begins with {@code related_}. */
    public String parameter() {
        return switch (this) {
            case TAG -> "tag_name";
            case IDOL -> "idol_uid";
        };
    }

    /** Returns the stream of the tag or idol with this id. */
    public StreamId relatedStream(long account, String id) {
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
