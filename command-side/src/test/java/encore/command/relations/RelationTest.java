package encore.command.relations;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.idols.IdolId;
import encore.kernel.relations.RelatedPair;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.RelateTags;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelationTest {

    private static final RelationId BOTH = new RelationId(RelationKind.IDOL, 7, "ada", "bea");

    private final AggregateUnderTest<Relation> relation = new AggregateUnderTest<>(Relation.class);

    @BeforeEach
    void two_idols() {
        relation.streams.open(new IdolId(7, "ada")).open(new IdolId(7, "bea"));
    }

    @Test
    void it_is_one_whichever_is_named_first() {
        relation.givenNoPriorActivity()
                .when(relate("bea", "ada"))
                .expectEvents(new RelationBegun(BOTH))
                .expectResultMessagePayload(new RelatedPair("bea", "ada"));
        relation.given(new RelationBegun(BOTH)).when(relate("ada", "bea")).expectNoEvents();
    }

    @Test
    void an_unknown_or_equal_idol_is_named() {
        refused(relate("zoe", "ada"), "idol_uid");
        refused(relate("bea", "zoe"), "related_idol_uid");
        refused(relate("bea", "bea"), "related_idol_uid");
    }

    /** Each is another stream. */
    private static void refused(Relate command, String field) {
        var relation = new AggregateUnderTest<>(Relation.class);
        relation.streams.open(new IdolId(7, "ada")).open(new IdolId(7, "bea"));
        relation.givenNoPriorActivity().when(command).expectNoEvents().expectException(refusalNaming(field));
    }

    @Test
    void it_ends_and_may_begin_again_whatever_became_of_the_two() {
        relation.streams.ended(new IdolId(7, "bea"));
        var end = new Unrelate(RelationKind.IDOL, 7, "bea", "ada");
        relation.given(new RelationBegun(BOTH)).when(end).expectEvents(new RelationEnded(BOTH));
        relation.givenNoPriorActivity().when(end).expectNoEvents();
        relation.streams.open(new IdolId(7, "bea"));
        relation.given(new RelationBegun(BOTH), new RelationEnded(BOTH))
                .when(relate("ada", "bea"))
                .expectEvents(new RelationBegun(BOTH));
    }

    @Test
    void tags_are_found_by_their_names() {
        var claims = new AggregateUnderTest.HeldClaims()
                .held(claim("vip"), new TagId(7, 5))
                .held(claim("front row"), new TagId(7, 3));
        var sent = new Sent();
        new RelateTagsHandler().decide(new RelateTags(7, "VIP", "Front Row", true), claims, sent);
        new RelateTagsHandler().decide(new RelateTags(7, "vip", "front row", false), claims, sent);
        assertThat(sent.commands)
                .isEqualTo(List.of(
                        new Relate(RelationKind.TAG, 7, "5", "3"), new Unrelate(RelationKind.TAG, 7, "5", "3")));
        for (var unknown : List.of(new RelateTags(7, "new", "vip", true), new RelateTags(8, "vip", "vip", false))) {
            assertThatThrownBy(() -> new RelateTagsHandler().decide(unknown, claims, sent))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).isEqualTo("tag_name"));
        }
    }

    private static Relate relate(String one, String other) {
        return new Relate(RelationKind.IDOL, 7, one, other);
    }

    private static Claim claim(String name) {
        return new Claim(TagName.SPACE, 7, name);
    }

    /** Notes what is sent. */
    private static final class Sent implements Dispatch {

        private final List<Command<?>> commands = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked")
        public <R> R sendLast(Command<R> command) {
            commands.add(command);
            return (R) new RelatedPair("", "");
        }

        @Override
        public <R> R send(Command<R> command) {
            throw new AssertionError("One commit, one step");
        }
    }
}
