package encore.command.trackers.clicks;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.automations.AutomationUnderTest;
import encore.kernel.StreamId;
import encore.kernel.trackers.clicks.TrackerClickCommand.EndVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickCommand.OpenVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthEnded;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthOpened;
import encore.kernel.trackers.clicks.VisitorMonthId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VisitorMonthTest {

    private static final VisitorMonthId MARCH = StreamId.parse(VisitorMonthId.class, "visitors.7.2026-03");

    private final AggregateUnderTest<VisitorMonth> months = new AggregateUnderTest<>(VisitorMonth.class);

    @Test
    void a_month_is_opened_once_with_a_key_of_its_own() {
        months.givenNoPriorActivity().when(new OpenVisitorMonth(MARCH)).expectEvents(new VisitorMonthOpened(MARCH));
        assertThat(months.subjectKeys.made).containsExactly(MARCH.toString());
        months.given(new VisitorMonthOpened(MARCH))
                .when(new OpenVisitorMonth(MARCH))
                .expectNoEvents();
    }

    @Test
    void a_month_ends_once() {
        months.given(new VisitorMonthOpened(MARCH))
                .when(new EndVisitorMonth(MARCH))
                .expectEvents(new VisitorMonthEnded(MARCH));
        months.given(new VisitorMonthOpened(MARCH), new VisitorMonthEnded(MARCH))
                .when(new EndVisitorMonth(MARCH))
                .expectException(refusal(UNKNOWN, "unknown"));
    }

    @Test
    void its_end_comes_some_months_after_it_is_over() {
        var automation = new AutomationUnderTest(new WhenVisitorMonthOverThenEnd(13));
        Instant end = Instant.parse("2027-05-01T00:00:00Z");
        automation.given(new VisitorMonthOpened(MARCH));
        assertThat(automation.timer(MARCH.toString())).isEqualTo(end);
        automation.given().at(end).expect(new EndVisitorMonth(MARCH));
    }
}
