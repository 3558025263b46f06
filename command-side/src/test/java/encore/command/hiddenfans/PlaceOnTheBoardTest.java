package encore.command.hiddenfans;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanCommand.HideFan;
import encore.kernel.hiddenfans.HiddenFanCommand.ShowFan;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.hiddenfans.HiddenFanId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlaceOnTheBoardTest {

    private static final HiddenFanId ADA = new HiddenFanId(new CampaignId(7, 100), 42);

    private final AggregateUnderTest<PlaceOnTheBoard> place = new AggregateUnderTest<>(PlaceOnTheBoard.class);

    @BeforeEach
    void campaign_and_fan_are_there() {
        place.streams.open(ADA.campaign()).open(ADA.fan());
    }

    @Test
    void a_fan_is_hidden_once() {
        place.givenNoPriorActivity()
                .when(new HideFan(ADA))
                .expectEvents(new FanHidden(ADA))
                .expectResultMessagePayload(new HiddenFan(42));
        place.given(new FanHidden(ADA))
                .when(new HideFan(ADA))
                .expectNoEvents()
                .expectResultMessagePayload(new HiddenFan(42));
    }

    @Test
    void a_hidden_fan_is_shown_again_and_may_be_hidden_again() {
        place.given(new FanHidden(ADA)).when(new ShowFan(ADA)).expectEvents(new FanShown(ADA));
        place.given(new FanHidden(ADA), new FanShown(ADA))
                .when(new HideFan(ADA))
                .expectEvents(new FanHidden(ADA));
    }

    @Test
    void a_fan_that_is_shown_is_not_among_the_hidden() {
        place.givenNoPriorActivity().when(new ShowFan(ADA)).expectNoEvents().expectException(refusalAsUnknown());
    }

    @Test
    void a_fan_that_there_is_not_is_refused_and_a_campaign_unknown() {
        place.streams.ended(ADA.fan());
        place.givenNoPriorActivity().when(new HideFan(ADA)).expectNoEvents().expectException(refusalNaming("fan_id"));
        place.streams.ended(ADA.campaign());
        place.givenNoPriorActivity().when(new HideFan(ADA)).expectNoEvents().expectException(refusalAsUnknown());
        place.given(new FanHidden(ADA)).when(new ShowFan(ADA)).expectNoEvents().expectException(refusalAsUnknown());
    }
}
