package encore.infra.eventstore;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Events in order for whoever follows: recent ones from a ring in memory, decoded once for all, older ones from the log. */
public interface EventTail {

    /**
     * Reads decoded events behind a position; one that does not decode is there as {@link Undecodable}.
     *
     * @return empty when the log ends there
     */
    List<Recorded> read(long after, int limit);

    /** The same stretch, of which only what is wanted is decoded: the rest costs next to nothing. */
    default Stretch<Recorded> read(long after, int limit, Wanted wanted) {
        List<Recorded> all = read(after, limit);
        Set<Class<?>> types = wanted.all();
        return new Stretch<>(
                all.stream()
                        .filter(recorded -> recorded.event() instanceof Undecodable
                                || types.contains(recorded.event().getClass()))
                        .toList(),
                after + all.size());
    }

    /**
     * Reads events at single positions, wherever they stand, in order, like {@link #read}; what is of none of these types
     * is left out.
     *
     * @param positions ascending, up to the head
     */
    default List<Recorded> readAt(List<Long> positions, Set<Class<?>> types) {
        return positions.stream()
                .flatMap(position -> read(position - 1, 1, Wanted.whole(types)).events().stream())
                .toList();
    }

    /** Begins to read what is wanted, from wherever, together with others who are near. */
    default Reading reading(Wanted wanted) {
        return (after, limit) -> read(after, limit, wanted);
    }

    long head();

    /** Whether other processes append to the log as well: then this may be behind them. */
    default boolean shared() {
        return false;
    }

    /** How long ago the head was heard of from the log itself, where others append to it. */
    default Duration heardAgo() {
        return Duration.ZERO;
    }

    /** Whether it follows the log no more until the process is started anew. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Wakes a follower when events of its types were appended, and once a second at the latest when others were.
     *
     * @param types the event records it handles
     * @return closing it ends the calls
     */
    AutoCloseable onNews(Set<Class<?>> types, Runnable wake);
}
