package encore.kernel.relations;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about relations. */
public sealed interface RelationQuery<R> extends Query<R> {

    /**
     * The relations of a kind, oldest first.
     *
     * @param only limits the answer to this relation; null for all
     */
    record FindRelations(
            long account, RelationKind kind, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<Relation>> {}

    /** The relations of tags with the names of the tags, oldest first. */
    record FindTagRelations(long account, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<TagRelation>> {}

    /** The relations of existing idols, oldest first. */
    record FindIdolRelations(long account, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<IdolRelation>> {}

    /** One relation of tags; an unknown one is refused as unknown. */
    record FindTagRelation(long account, RelationId relation) implements RelationQuery<TagRelation> {}

    /** One relation of idols; an unknown one is refused as unknown. */
    record FindIdolRelation(long account, RelationId relation) implements RelationQuery<IdolRelation> {}
}
