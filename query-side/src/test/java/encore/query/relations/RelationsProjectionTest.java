package encore.query.relations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.relations.IdolRelation;
import encore.kernel.relations.Relation;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.relations.RelationQuery.FindIdolRelations;
import encore.kernel.relations.RelationQuery.FindRelations;
import encore.kernel.relations.RelationQuery.FindTagRelation;
import encore.kernel.relations.RelationQuery.FindTagRelations;
import encore.kernel.relations.TagRelation;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RelationsProjectionTest {

    private static final Instant START = ProjectionUnderTest.START;
    private static final NextKey ALL = new NextKey(null, 10);
    private static final RelationId TAGS = RelationId.between(RelationKind.TAG, 7, "5", "3");
    private static final RelationId IDOLS = RelationId.between(RelationKind.IDOL, 7, "bea", "ada");

    private final ProjectionUnderTest<RelationsProjection> relations =
            new ProjectionUnderTest<>(RelationsProjection::new);
    private final RelationsWithNames named = new RelationsWithNames(new FakeQueryGateway()
            .on(
                    FindRelations.class,
                    query -> relations.read(documents -> relations.projection().find(query, documents)))
            .on(FindSomeTags.class, query -> List.of(new Tag(3, "VIP", START), new Tag(5, "Front Row", START)))
            .on(FindSomeIdols.class, query -> List.of(idol("ada"), idol("bea"))));

    @AfterEach
    void close() {
        relations.close();
    }

    @Test
    void relations_are_listed_by_kind_until_they_end() {
        relations.given(
                new RelationBegun(TAGS),
                new RelationBegun(IDOLS),
                new RelationBegun(RelationId.between(RelationKind.TAG, 8, "1", "2")));
        assertThat(of(RelationKind.TAG, null)).containsExactly(new Relation("3", "5", START));
        assertThat(of(RelationKind.IDOL, IDOLS)).containsExactly(new Relation("ada", "bea", START.plusSeconds(1)));
        relations.given(new RelationEnded(TAGS));
        assertThat(of(RelationKind.TAG, null)).isEmpty();
        assertThat(of(RelationKind.TAG, TAGS)).isEmpty();
        try (var again = relations.replayed()) {
            assertThat(again.checksums()).isEqualTo(relations.checksums());
        }
    }

    @Test
    void they_are_named_and_those_of_what_is_gone_are_left_out() {
        relations.given(
                new RelationBegun(TAGS),
                new RelationBegun(IDOLS),
                new RelationBegun(RelationId.between(RelationKind.IDOL, 7, "ada", "gone")));
        assertThat(named.find(new FindTagRelations(7, null, ALL)).rows())
                .containsExactly(new TagRelation("VIP", "Front Row", START));
        assertThat(named.find(new FindIdolRelations(7, null, ALL)).rows())
                .containsExactly(new IdolRelation("ada", "bea", START.plusSeconds(1)));
        assertThat(named.find(new FindTagRelation(7, TAGS)).relatedTagName()).isEqualTo("Front Row");
        relations.given(new RelationEnded(TAGS));
        assertThatThrownBy(() -> named.find(new FindTagRelation(7, TAGS))).isInstanceOf(Refusal.class);
    }

    private List<Relation> of(RelationKind kind, @Nullable RelationId only) {
        Page<Relation> page = relations.read(
                documents -> relations.projection().find(new FindRelations(7, kind, only, ALL), documents));
        return page.rows();
    }

    private static Idol idol(String uid) {
        var profile = IdolProfileBuilder.builder()
                .idolName(uid)
                .idolType(IdolType.OTHER)
                .labelNames(List.of())
                .build();
        return Idol.of(uid, START, profile, IdolPresentation.EMPTY);
    }
}
