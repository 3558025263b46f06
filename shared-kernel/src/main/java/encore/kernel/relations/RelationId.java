package encore.kernel.relations;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import java.util.Arrays;

/**
 * Two tags or two idols of an account, independent of their order; prints as
 * {@code tag_relation.<account>.<tag_id>.<tag_id>} or {@code idol_relation.<account>.<idol_uid>.<idol_uid>}.
 *
 * @param low the smaller id in the order of texts
 */
public record RelationId(RelationKind kind, long account, String low, String high) implements StreamId {

    public static RelationId between(RelationKind kind, long account, String one, String other) {
        return one.compareTo(other) <= 0
                ? new RelationId(kind, account, one, other)
                : new RelationId(kind, account, other, one);
    }

    @JsonCreator
    public static RelationId parse(String text) {
        String[] parts = text.split("\\.", 4);
        RelationKind kind = Arrays.stream(RelationKind.values())
                .filter(candidate -> parts.length == 4 && candidate.stream().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No relation"));
        return new RelationId(kind, Long.parseLong(parts[1]), parts[2], parts[3]);
    }

    @Override
    public String toString() {
        return kind.stream() + "." + account + "." + low + "." + high;
    }
}
