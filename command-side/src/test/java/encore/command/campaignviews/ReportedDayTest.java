package encore.command.campaignviews;

import static encore.command.Refusals.refusalAsUnknown;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewsCommand.ReportViews;
import encore.kernel.campaignviews.ViewsCommand.WithdrawViews;
import encore.kernel.campaignviews.ViewsEvent.ViewsReported;
import encore.kernel.campaignviews.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaignviews.ViewsId;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportedDayTest {

    private static final LocalDate DATE = LocalDate.of(2026, 3, 1);
    private static final ViewsId DAY = new ViewsId(new CampaignId(7, 100), DATE);

    private final AggregateUnderTest<ReportedDay> day = new AggregateUnderTest<>(ReportedDay.class);

    @BeforeEach
    void the_campaign_is_there() {
        day.streams.open(DAY.campaign());
    }

    @Test
    void a_first_report_says_nothing_where_it_is_silent() {
        day.givenNoPriorActivity()
                .when(new ReportViews(DAY, 10L, null))
                .expectEvents(new ViewsReported(DAY, 10, 0))
                .expectResultMessagePayload(new DailyViews(DATE, 10, 0));
        day.givenNoPriorActivity().when(new ReportViews(DAY, null, null)).expectEvents(new ViewsReported(DAY, 0, 0));
    }

    @Test
    void a_later_report_replaces_and_the_same_one_is_not_recorded() {
        day.given(new ViewsReported(DAY, 10, 3))
                .when(new ReportViews(DAY, 8L, null))
                .expectEvents(new ViewsReported(DAY, 8, 3));
        day.given(new ViewsReported(DAY, 10, 3))
                .when(new ReportViews(DAY, 10L, 3L))
                .expectNoEvents()
                .expectResultMessagePayload(new DailyViews(DATE, 10, 3));
    }

    @Test
    void a_report_is_taken_back() {
        day.given(new ViewsReported(DAY, 10, 3))
                .when(new WithdrawViews(DAY))
                .expectEvents(new ViewsWithdrawn(DAY))
                .expectResultMessagePayload(new DailyViews(DATE, 10, 3));
        day.given(new ViewsReported(DAY, 10, 3), new ViewsWithdrawn(DAY))
                .when(new ReportViews(DAY, null, 1L))
                .expectEvents(new ViewsReported(DAY, 0, 1));
    }

    @Test
    void a_day_without_a_report_is_unknown_and_so_is_a_deleted_campaign() {
        day.givenNoPriorActivity().when(new WithdrawViews(DAY)).expectNoEvents().expectException(refusalAsUnknown());
        day.streams.ended(DAY.campaign());
        day.given(new ViewsReported(DAY, 10, 3))
                .when(new ReportViews(DAY, 11L, null))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }
}
