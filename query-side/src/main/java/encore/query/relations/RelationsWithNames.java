package encore.query.relations;

import encore.kernel.Refusal;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.relations.IdolRelation;
import encore.kernel.relations.Relation;
import encore.kernel.relations.RelationKind;
import encore.kernel.relations.RelationQuery.FindIdolRelation;
import encore.kernel.relations.RelationQuery.FindIdolRelations;
import encore.kernel.relations.RelationQuery.FindRelations;
import encore.kernel.relations.RelationQuery.FindTagRelation;
import encore.kernel.relations.RelationQuery.FindTagRelations;
import encore.kernel.relations.TagRelation;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins relations of tags with the names of tags, and leaves out relations of deleted idols. */
@Component
class RelationsWithNames implements QueryComponent {

    private static final NextKey ONE = new NextKey(null, 1);

    private final QueryGateway queryGateway;

    RelationsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<TagRelation> find(FindTagRelations query) {
        Page<Relation> page =
                queryGateway.ask(new FindRelations(query.account(), RelationKind.TAG, query.only(), query.paging()));
        List<Long> tags = things(page).map(Long::valueOf).distinct().toList();
        Map<String, String> names = queryGateway.ask(new FindSomeTags(query.account(), tags)).stream()
                .collect(Collectors.toMap(tag -> Long.toString(tag.tagId()), Tag::tagName));
        return with(
                page,
                page.rows().stream()
                        .filter(row -> names.containsKey(row.one()) && names.containsKey(row.other()))
                        .map(row -> new TagRelation(
                                Objects.requireNonNull(names.get(row.one())),
                                Objects.requireNonNull(names.get(row.other())),
                                row.begunAt()))
                        .toList());
    }

    @QueryHandler
    Page<IdolRelation> find(FindIdolRelations query) {
        Page<Relation> page =
                queryGateway.ask(new FindRelations(query.account(), RelationKind.IDOL, query.only(), query.paging()));
        List<String> uids = things(page).distinct().toList();
        Set<String> existing = queryGateway.ask(new FindSomeIdols(query.account(), uids)).stream()
                .map(Idol::idolUid)
                .collect(Collectors.toSet());
        return with(
                page,
                page.rows().stream()
                        .filter(row -> existing.contains(row.one()) && existing.contains(row.other()))
                        .map(row -> new IdolRelation(row.one(), row.other(), row.begunAt()))
                        .toList());
    }

    @QueryHandler
    TagRelation find(FindTagRelation query) {
        return only(find(new FindTagRelations(query.account(), query.relation(), ONE)));
    }

    @QueryHandler
    IdolRelation find(FindIdolRelation query) {
        return only(find(new FindIdolRelations(query.account(), query.relation(), ONE)));
    }

    private static <T> T only(Page<T> page) {
        return page.rows().stream().findFirst().orElseThrow(() -> Refusal.unknown("These are not related."));
    }

    private static Stream<String> things(Page<Relation> page) {
        return page.rows().stream().flatMap(row -> Stream.of(row.one(), row.other()));
    }

    private static <T> Page<T> with(Page<?> page, List<T> rows) {
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }
}
