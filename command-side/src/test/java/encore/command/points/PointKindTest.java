package encore.command.points;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import org.junit.jupiter.api.Test;

class PointKindTest {

    private static final PointTypeId CD = new PointTypeId(7, "cd");

    private final AggregateUnderTest<PointType> kind = new AggregateUnderTest<>(PointType.class);

    @Test
    void a_new_name_makes_a_point_type_and_is_claimed_without_space_around_it() {
        kind.givenNoPriorActivity()
                .when(new CreatePointType(CD, " compact discs "))
                .expectEvents(new PointTypeCreated(CD, "compact discs"))
                .expectResultMessagePayload(new PointTypeUid("cd"));
        assertThat(kind.claims.ownerOf(PointNameClaims.claim(7, "compact discs")))
                .isEqualTo(CD.toString());
    }

    @Test
    void a_known_name_answers_with_the_uid_it_has_and_records_nothing() {
        kind.claims.held(PointNameClaims.claim(7, "compact discs"), new PointTypeId(7, "older"));
        kind.givenNoPriorActivity()
                .when(new CreatePointType(CD, "compact discs"))
                .expectNoEvents()
                .expectResultMessagePayload(new PointTypeUid("older"));
    }

    @Test
    void another_account_may_use_the_same_name() {
        kind.claims.held(PointNameClaims.claim(8, "compact discs"), new PointTypeId(8, "theirs"));
        kind.givenNoPriorActivity()
                .when(new CreatePointType(CD, "compact discs"))
                .expectEvents(new PointTypeCreated(CD, "compact discs"));
    }

    @Test
    void a_name_of_spaces_is_refused() {
        kind.givenNoPriorActivity()
                .when(new CreatePointType(CD, "  "))
                .expectNoEvents()
                .expectException(refusalNaming("point_name"));
    }

    @Test
    void a_uid_that_stands_for_another_name_is_refused() {
        kind.given(new PointTypeCreated(CD, "compact discs"))
                .when(new CreatePointType(CD, "tapes"))
                .expectNoEvents()
                .expectException(refusalNaming("point_uid"));
    }
}
