package encore.command.shows.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.shows.clicks.ClickCommand.CountClicks;
import encore.kernel.shows.clicks.ClickCommand.ReceivedTotal;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClicksId;
import encore.kernel.shows.clicks.CountedClicks;
import encore.kernel.shows.windows.ClickerWindow;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountClicksHandlerTest {

    private static final ClicksId CLICKS = new ClicksId(new CampaignId(7, 17), "u1");
    private static final Instant OPENS = Instant.parse("2026-05-01T20:00:00Z");
    private static final Instant CLOSES = OPENS.plusSeconds(11);

    private final OpenStreams streams = new OpenStreams().open(new FanId(7, 41)).open(new FanId(7, 42));
    private final WrittenFacts facts = new WrittenFacts();
    private ShowWindow window = new ShowWindow(500, OPENS, CLOSES);

    @Test
    void totals_of_many_fans_are_one_event() {
        assertThat(count(total(41, 5, OPENS), total(42, 7, OPENS.plusSeconds(3)), total(41, 9, OPENS)))
                .isEqualTo(new CountedClicks(List.of()));
        assertThat(facts.written)
                .isEqualTo(Map.of(
                        "clicks.7.17.u1",
                        new ClicksCounted(
                                CLICKS,
                                500,
                                List.of(new ClickTotal(41, 5), new ClickTotal(42, 7), new ClickTotal(41, 9)))));
    }

    @Test
    void a_total_is_at_most_twenty_for_each_second_of_the_window() {
        count(total(41, 1_000_000, OPENS));
        assertThat(counted()).containsExactly(new ClickTotal(41, 220));
    }

    @Test
    void without_an_end_it_is_twenty_for_each_second_so_far() {
        window = new ShowWindow(500, OPENS, null);
        count(total(41, 1_000, OPENS), total(42, 1_000, OPENS.plusMillis(2_001)));
        assertThat(counted()).containsExactly(new ClickTotal(41, 20), new ClickTotal(42, 60));
    }

    @Test
    void totals_outside_the_window_are_left_out() {
        assertThat(count(total(41, 5, OPENS.minusMillis(1)), total(42, 7, OPENS), total(41, 5, CLOSES)))
                .isEqualTo(new CountedClicks(List.of(0, 2)));
        assertThat(counted()).containsExactly(new ClickTotal(42, 7));
    }

    @Test
    void without_a_total_there_is_no_event() {
        assertThat(count(total(41, 5, CLOSES))).isEqualTo(new CountedClicks(List.of(0)));
        assertThat(facts.written).isEmpty();
    }

    @Test
    void an_erased_fan_is_left_out() {
        count(total(43, 5, OPENS), total(42, 7, OPENS));
        assertThat(counted()).containsExactly(new ClickTotal(42, 7));
    }

    private CountedClicks count(ReceivedTotal... totals) {
        return new CountClicksHandler()
                .decide(new CountClicks(CLICKS, 500, List.of(totals)), streams, facts, new Answering(), OPENS);
    }

    private List<ClickTotal> counted() {
        return ((ClicksCounted) facts.written.get(CLICKS.toString())).totals();
    }

    private static ReceivedTotal total(long fan, long count, Instant at) {
        return new ReceivedTotal(fan, count, at);
    }

    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            throw new AssertionError("Nothing else is sent");
        }

        @Override
        @SuppressWarnings("unchecked") // Only the window is asked for.
        public <R> R send(Command<R> command) {
            return (R) new ClickerWindow(window, 1, null);
        }
    }
}
