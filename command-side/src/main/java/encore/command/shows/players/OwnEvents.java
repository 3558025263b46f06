package encore.command.shows.players;

import encore.infra.eventstore.Streams;
import encore.kernel.shows.players.PlayerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often a fan does something, by the stamps of the fan's own events in the log. The stream keeps the sequences
 * of the last ones, ascending.
 */
final class OwnEvents {

    private OwnEvents() {}

    /** Returns the seconds until fewer than a number of events are within the period; null when fewer are now. */
    static @Nullable Long waitFor(
            List<Long> sequences, int most, Duration period, PlayerId player, Streams streams, Instant now) {
        if (sequences.size() < most || period.isZero()) {
            return null;
        }
        Streams.Place place = streams.place(player, sequences.get(sequences.size() - most));
        // An event that the log does not have yet is of this moment.
        Instant free = (place == null ? now : place.at()).plus(period);
        return free.isAfter(now)
                ? Long.valueOf(
                        Duration.between(now, free).plusNanos(999_999_999).toSeconds())
                : null;
    }

    /** Adds an event, and forgets the ones that no limit needs. */
    static void add(List<Long> sequences, long sequence, int most) {
        sequences.add(sequence);
        if (sequences.size() > most) {
            sequences.removeFirst();
        }
    }
}
