package encore.query.associations;

import static encore.kernel.associations.AssociationKind.IDOL_EVENT;
import static encore.kernel.associations.AssociationKind.PERFORMANCE;
import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.SAVED;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.associations.Association;
import encore.kernel.associations.AssociationEvent.AssociationStatesChanged;
import encore.kernel.associations.AssociationEvent.FanAssociated;
import encore.kernel.associations.AssociationEvent.FanDissociated;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AssociationsProjectionTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final FanId BEA = new FanId(7, 43);
    private static final AssociationId SHOW = new AssociationId(IDOL_EVENT, ADA, "x");
    private static final AssociationId GIG = new AssociationId(PERFORMANCE, ADA, "x");
    private static final Instant START = ProjectionUnderTest.START;

    private final ProjectionUnderTest<AssociationsProjection> fans =
            new ProjectionUnderTest<>(AssociationsProjection::new);

    @BeforeEach
    void a_fan_saves_a_show_and_goes_to_a_gig_of_one_uid() {
        fans.given(
                new FanAssociated(SHOW, List.of(SAVED)),
                new FanAssociated(GIG, List.of(GOING)),
                new FanAssociated(new AssociationId(PERFORMANCE, BEA, "x"), List.of(SAVED)));
    }

    @AfterEach
    void close() {
        fans.close();
    }

    @Test
    void they_are_listed_as_they_began() {
        assertThat(of(ADA))
                .containsExactly(
                        new Association(IDOL_EVENT, "x", START, List.of(SAVED)),
                        new Association(PERFORMANCE, "x", START.plusSeconds(1), List.of(GOING)));
        assertThat(of(new FanId(8, 42))).isEmpty();
    }

    @Test
    void other_states_leave_its_beginning() {
        fans.given(new AssociationStatesChanged(SHOW, List.of(SAVED, GOING)));
        assertThat(of(ADA).getFirst()).isEqualTo(new Association(IDOL_EVENT, "x", START, List.of(SAVED, GOING)));
    }

    @Test
    void dropped_and_saved_again_it_begins_anew_and_comes_last() {
        fans.given(new FanDissociated(SHOW));
        assertThat(of(ADA)).extracting(Association::kind).containsExactly(PERFORMANCE);
        fans.given(new FanAssociated(SHOW, List.of(SAVED)));
        assertThat(of(ADA).getLast()).isEqualTo(new Association(IDOL_EVENT, "x", START.plusSeconds(4), List.of(SAVED)));
    }

    @Test
    void it_goes_with_its_fan() {
        fans.given(new FanErased(ADA));
        assertThat(of(ADA)).isEmpty();
        assertThat(of(BEA)).hasSize(1);
    }

    @Test
    void replayed_it_is_the_same() {
        fans.given(
                new FanDissociated(SHOW),
                new FanAssociated(SHOW, List.of(SAVED)),
                new AssociationStatesChanged(GIG, List.of(SAVED)),
                new FanErased(BEA),
                new FanDissociated(GIG));
        try (var again = fans.replayed()) {
            assertThat(again.checksums()).isEqualTo(fans.checksums());
        }
    }

    private List<Association> of(FanId fan) {
        return fans.read(
                documents -> fans.projection().find(new FindAssociations(fan.account(), fan.number()), documents));
    }
}
