package encore.command.adstats;

import encore.command.AggregateUnderTest;
import encore.kernel.adstats.AdCampaignId;
import encore.kernel.adstats.AdCampaignKey;
import encore.kernel.adstats.AdConversionsBuilder;
import encore.kernel.adstats.AdDay;
import encore.kernel.adstats.AdStatsCommand.RecordAdDays;
import encore.kernel.adstats.AdStatsEvent.AdDaysRecorded;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.adstats.RecordedAdStats;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdCampaignTest {

    private static final AdCampaignKey KEY = new AdCampaignKey("adnet", "act_1", "c.1");
    private static final AdCampaignId CAMPAIGN = AdCampaignId.of(7, KEY);
    private static final LocalDate MAY = LocalDate.of(2026, 5, 1);

    private final AggregateUnderTest<AdCampaign> campaign = new AggregateUnderTest<>(AdCampaign.class);

    @Test
    void days_are_recorded_in_their_order() {
        campaign.givenNoPriorActivity()
                .when(record(day(2, 20), day(1, 10)))
                .expectEvents(recorded(day(1, 10), day(2, 20)))
                .expectResultMessagePayload(new RecordedAdStats(2, 2));
    }

    @Test
    void a_corrected_day_replaces_and_an_equal_one_is_no_event() {
        campaign.given(recorded(day(1, 10), day(2, 20)))
                .when(record(day(1, 10), day(2, 21)))
                .expectEvents(recorded(day(2, 21)))
                .expectResultMessagePayload(new RecordedAdStats(2, 1));
        campaign.given(recorded(day(1, 10)), recorded(day(1, 11)))
                .when(record(day(1, 11)))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAdStats(1, 0));
    }

    @Test
    void of_two_rows_for_one_day_the_later_one_counts() {
        campaign.givenNoPriorActivity()
                .when(record(day(1, 10), day(1, 11)))
                .expectEvents(recorded(day(1, 11)))
                .expectResultMessagePayload(new RecordedAdStats(2, 1));
    }

    private static RecordAdDays record(AdDay... days) {
        return new RecordAdDays(CAMPAIGN, KEY, List.of(days));
    }

    private static AdDaysRecorded recorded(AdDay... days) {
        return new AdDaysRecorded(CAMPAIGN, KEY, List.of(days));
    }

    private static AdDay day(int day, long clicks) {
        return new AdDay(
                MAY.withDayOfMonth(day),
                "Tour",
                null,
                BigDecimal.ONE,
                new AdTraffic(null, clicks, null, 3L),
                AdConversionsBuilder.builder().build());
    }
}
