package encore.command.shows.players;

import encore.infra.eventstore.Streams;
import encore.kernel.shows.players.PlayerId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often a fan does something. The stream keeps the sequences of the fan's last events, ascending. Their age is
 * by their stamps in the log, and at least the time for which this process has known them: while the clock is behind the
 * log, all events get one stamp, and nothing would ever get older.
 */
final class OwnEvents {

    /** The {@link System#nanoTime} at which these were made: all events of before are older. */
    private final long since = System.nanoTime();

    /** The {@link System#nanoTime} at which an event came, by its sequence. */
    private final Map<Long, Long> cameAt = new HashMap<>();

    /** Returns the seconds until fewer than a number of events are within the period; null when fewer are now. */
    @Nullable
    Long waitFor(List<Long> sequences, int most, Duration period, PlayerId player, Streams streams, Instant now) {
        if (sequences.size() < most || period.isZero()) {
            return null;
        }
        long sequence = sequences.get(sequences.size() - most);
        Streams.Place place = streams.place(player, sequence);
        // An event that the log does not have yet is of this moment.
        Duration byStamp = place == null ? Duration.ZERO : Duration.between(place.at(), now);
        Duration known = Duration.ofNanos(System.nanoTime() - cameAt.getOrDefault(sequence, since));
        Duration left = period.minus(byStamp.compareTo(known) > 0 ? byStamp : known);
        return left.isPositive() ? Long.valueOf(left.plusNanos(999_999_999).toSeconds()) : null;
    }

    /** Adds an event, and forgets the ones that no limit needs. */
    void add(List<Long> sequences, long sequence, int most) {
        cameAt.put(sequence, System.nanoTime());
        sequences.add(sequence);
        if (sequences.size() > most) {
            cameAt.remove(sequences.removeFirst());
        }
    }
}
