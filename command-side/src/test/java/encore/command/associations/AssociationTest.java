package encore.command.associations;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.associations.AssociationKind.IDOL_EVENT;
import static encore.kernel.associations.AssociationKind.PERFORMANCE;
import static encore.kernel.associations.AssociationState.ATTENDED;
import static encore.kernel.associations.AssociationState.COLLECTED;
import static encore.kernel.associations.AssociationState.GOING;
import static encore.kernel.associations.AssociationState.REGISTERED;
import static encore.kernel.associations.AssociationState.SAVED;
import static encore.kernel.associations.AssociationState.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.StreamId;
import encore.kernel.associations.AssociationCommand.Associate;
import encore.kernel.associations.AssociationCommand.Dissociate;
import encore.kernel.associations.AssociationEvent.AssociationStatesChanged;
import encore.kernel.associations.AssociationEvent.FanAssociated;
import encore.kernel.associations.AssociationEvent.FanDissociated;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationState;
import encore.kernel.associations.AssociationStates;
import encore.kernel.fans.FanId;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.performances.PerformanceId;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssociationTest {

    private static final FanId FAN = new FanId(7, 42);
    private static final AssociationId SHOW = new AssociationId(IDOL_EVENT, FAN, "show");
    private static final AssociationId GIG = new AssociationId(PERFORMANCE, FAN, "gig");

    private AggregateUnderTest<Association> association = withAFanAnIdolEventAndAPerformance();

    /** A fixture keeps to one stream. */
    private static AggregateUnderTest<Association> withAFanAnIdolEventAndAPerformance() {
        var association = new AggregateUnderTest<>(Association.class);
        association.streams.open(FAN).open(new IdolEventId(7, "show")).open(new PerformanceId(7, "gig"));
        return association;
    }

    @Test
    void a_stream_is_named_by_its_kind_fan_and_thing() {
        assertThat(SHOW).hasToString("fan_idol_event.7.42.show");
        assertThat(GIG).hasToString("fan_performance.7.42.gig");
        assertThat(StreamId.parse(AssociationId.class, SHOW.toString())).isEqualTo(SHOW);
        assertThat(StreamId.parse(AssociationId.class, GIG.toString())).isEqualTo(GIG);
    }

    @Test
    void a_new_one_is_saved_unless_something_is_said() {
        association
                .givenNoPriorActivity()
                .when(new Associate(SHOW, null))
                .expectEvents(new FanAssociated(SHOW, List.of(SAVED)))
                .expectResultMessagePayload(new AssociationStates(List.of(SAVED)));
        association = withAFanAnIdolEventAndAPerformance();
        association
                .givenNoPriorActivity()
                .when(new Associate(GIG, List.of(REGISTERED, GOING, REGISTERED)))
                .expectEvents(new FanAssociated(GIG, List.of(GOING, REGISTERED)));
    }

    @Test
    void states_replace_those_before_and_nothing_said_changes_nothing() {
        var going = new FanAssociated(SHOW, List.of(GOING));
        association
                .given(going)
                .when(new Associate(SHOW, List.of(COLLECTED, SAVED)))
                .expectEvents(new AssociationStatesChanged(SHOW, List.of(SAVED, COLLECTED)));
        association
                .given(going)
                .when(new Associate(SHOW, null))
                .expectNoEvents()
                .expectResultMessagePayload(new AssociationStates(List.of(GOING)));
        association
                .given(going)
                .when(new Associate(SHOW, List.of(GOING, GOING)))
                .expectNoEvents();
    }

    @Test
    void all_but_one_may_hold_at_once_and_a_repeat_counts_once() {
        association
                .givenNoPriorActivity()
                .when(new Associate(SHOW, List.of(SAVED, SAVED, GOING, VERIFIED, ATTENDED)))
                .expectEvents(new FanAssociated(SHOW, List.of(SAVED, GOING, VERIFIED, ATTENDED)));
        refused(SHOW, SAVED, GOING, VERIFIED, ATTENDED, COLLECTED);
        refused(GIG, SAVED, GOING, VERIFIED, REGISTERED);
        refused(SHOW);
        refused(SHOW, SAVED, REGISTERED);
    }

    private static void refused(AssociationId id, AssociationState... states) {
        withAFanAnIdolEventAndAPerformance()
                .givenNoPriorActivity()
                .when(new Associate(id, List.of(states)))
                .expectNoEvents()
                .expectException(refusalNaming("states"));
    }

    @Test
    void a_deleted_event_cannot_be_saved_but_can_be_dropped() {
        association.streams.ended(new IdolEventId(7, "show"));
        var saved = new FanAssociated(SHOW, List.of(SAVED));
        association
                .given(saved)
                .when(new Associate(SHOW, null))
                .expectNoEvents()
                .expectException(refusalNaming("idol_event_uid"));
        association.given(saved).when(new Dissociate(SHOW)).expectEvents(new FanDissociated(SHOW));
    }

    @Test
    void only_what_is_saved_and_nothing_else_is_dropped() {
        for (var states : List.of(List.of(SAVED, GOING), List.of(GOING))) {
            association
                    .given(new FanAssociated(GIG, states))
                    .when(new Dissociate(GIG))
                    .expectNoEvents()
                    .expectException(refusalNaming("states"));
        }
        association
                .given(new FanAssociated(GIG, List.of(GOING)), new AssociationStatesChanged(GIG, List.of(SAVED)))
                .when(new Dissociate(GIG))
                .expectEvents(new FanDissociated(GIG));
    }

    @Test
    void dropping_what_is_not_there_changes_nothing() {
        association
                .givenNoPriorActivity()
                .when(new Dissociate(GIG))
                .expectNoEvents()
                .expectResultMessagePayload(new AssociationStates(List.of()));
    }

    @Test
    void it_begins_anew_after_it_was_dropped() {
        association
                .given(new FanAssociated(GIG, List.of(SAVED)), new FanDissociated(GIG))
                .when(new Associate(GIG, null))
                .expectEvents(new FanAssociated(GIG, List.of(SAVED)));
    }

    @Test
    void an_unknown_fan_is_unknown() {
        association.streams.ended(FAN);
        association
                .given(new FanAssociated(GIG, List.of(SAVED)))
                .when(new Associate(GIG, null))
                .expectException(refusalAsUnknown());
        association
                .given(new FanAssociated(GIG, List.of(SAVED)))
                .when(new Dissociate(GIG))
                .expectException(refusalAsUnknown());
    }
}
