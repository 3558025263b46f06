package encore.kernel.relations;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about relations. */
public sealed interface RelationQuery<R> extends Query<R> {

    /**
     * The relations of a kind, oldest first.
     *
     * @param only this one alone, if it is there
     */
    record FindRelations(
            long account, RelationKind kind, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<Relation>> {}

    /** Those of tags, by the tags' names. */
    record FindTagRelations(long account, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<TagRelation>> {}

    /** Those of idols that are there. */
    record FindIdolRelations(long account, @Nullable RelationId only, Paging.NextKey paging)
            implements RelationQuery<Page<IdolRelation>> {}

    /** One relation of tags; refused as unknown when it is not there. */
    record FindTagRelation(long account, RelationId relation) implements RelationQuery<TagRelation> {}

    /** One relation of idols; refused as unknown when it is not there. */
    record FindIdolRelation(long account, RelationId relation) implements RelationQuery<IdolRelation> {}
}
