package encore.command.shows.players;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.Streams;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.players.PlayerId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** While the clock is behind the log, all events get one stamp, and a fan must still be able to go on. */
class OwnEventsTest {

    private static final Instant STANDING = Instant.parse("2026-03-04T05:06:07Z");
    private static final PlayerId FAN = new PlayerId(new CampaignId(7, 9), 42);
    private static final Duration PERIOD = Duration.ofMillis(300);

    private final List<Long> sequences = new ArrayList<>();

    @Test
    void a_clock_that_stands_still_keeps_nobody_waiting_for_longer_than_the_period() throws Exception {
        var events = new OwnEvents();
        for (long sequence = 0; sequence < 5; sequence++) {
            assertThat(wait(events)).isNull();
            events.add(sequences, sequence, 5);
        }
        assertThat(wait(events)).isEqualTo(1);
        Thread.sleep(PERIOD.plusMillis(50));
        assertThat(wait(events)).isNull();
    }

    @Test
    void events_that_were_there_before_this_process_are_as_old_as_it_at_least() throws Exception {
        sequences.addAll(List.of(0L, 1L, 2L, 3L, 4L));
        var events = new OwnEvents();
        assertThat(wait(events)).isEqualTo(1);
        Thread.sleep(PERIOD.plusMillis(50));
        assertThat(wait(events)).isNull();
    }

    private @Nullable Long wait(OwnEvents events) {
        return events.waitFor(sequences, 5, PERIOD, FAN, new AllAtOnce(), STANDING);
    }

    private static final class AllAtOnce implements Streams {
        @Override
        public boolean isOpen(StreamId stream) {
            return true;
        }

        @Override
        public <E extends Event> @Nullable E firstEvent(StreamId stream, Class<E> type) {
            return null;
        }

        @Override
        public long lastPosition(StreamId stream) {
            return 1;
        }

        @Override
        public Place place(StreamId stream, long sequence) {
            return new Place(1, STANDING);
        }
    }
}
