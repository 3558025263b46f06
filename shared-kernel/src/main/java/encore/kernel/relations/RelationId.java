package encore.kernel.relations;

import encore.kernel.StreamId;

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

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
