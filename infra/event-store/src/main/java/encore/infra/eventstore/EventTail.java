package encore.infra.eventstore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The log's events in order, for projections and automations that follow it. Recent events come from a ring in memory
 * and are decoded once for all followers; older events are read from the log.
 */
public interface EventTail {

    /**
     * Reads decoded events after a position. An event that cannot be decoded is returned as {@link UndecodablePlaceholder}.
     *
     * @return an empty list when the log ends at the position
     */
    List<RecordedEvent> read(long after, int limit);

    /**
     * Reads the selected events after a position. The other events are not decoded and cost next to nothing.
     */
    default EventPage<RecordedEvent> read(long after, int limit, EventSelection eventSelection) {
        List<RecordedEvent> all = read(after, limit);
        if (eventSelection.headers()) {
            return new EventPage<>(all.stream().map(EventHeader::of).toList(), after + all.size());
        }
        Set<Class<?>> types = eventSelection.allTypes();
        return new EventPage<>(
                all.stream()
                        .filter(recordedEvent -> recordedEvent.event() instanceof UndecodablePlaceholder
                                || types.contains(recordedEvent.event().getClass()))
                        .toList(),
                after + all.size());
    }

    /**
     * Reads the events at the given positions, in order, decoded as by {@link #read}. Events of other types are left
     * out.
     *
     * @param positions ascending, up to the head
     */
    default List<RecordedEvent> readAt(List<Long> positions, Set<Class<?>> types) {
        return positions.stream()
                .flatMap(position -> read(position - 1, 1, EventSelection.complete(types)).events().stream())
                .toList();
    }

    /**
     * Reads the events at the given positions, in order and whatever their types. Personal data may come as null.
     *
     * @param positions ascending, at most 1,000, up to the head
     */
    default List<RecordedEvent> readAt(List<Long> positions) {
        return positions.stream()
                .flatMap(position -> read(position - 1, 1).stream())
                .toList();
    }

    /**
     * Reads an account's events after a position. Events of other accounts are recognised by their streams and are not
     * decoded. Personal data may come as null.
     *
     * @param account as text
     * @param limit the largest number of positions to read, of all accounts
     */
    default EventPage<RecordedEvent> readAccount(String account, long after, int limit) {
        List<RecordedEvent> all = read(after, limit);
        return new EventPage<>(
                all.stream()
                        .filter(recordedEvent -> recordedEvent.account().equals(account))
                        .toList(),
                after + all.size());
    }

    /**
     * Reads a stream's events after a position, in order. It reads no other stream. Personal data may come as null.
     *
     * @param limit at most 1,000
     */
    default List<RecordedEvent> readStream(String stream, long after, int limit) {
        List<RecordedEvent> found = new ArrayList<>();
        long end = after;
        while (end < head() && found.size() < limit) {
            for (RecordedEvent recordedEvent : read(end, 1_000)) {
                end = recordedEvent.position();
                if (recordedEvent.stream().equals(stream) && found.size() < limit) {
                    found.add(recordedEvent);
                }
            }
        }
        return found;
    }

    /** Opens a reader of the selected events. Readers at nearby positions may share their reads of the log. */
    default TailReader openReader(EventSelection eventSelection) {
        return (after, limit) -> read(after, limit, eventSelection);
    }

    /** Returns the position of the last event, 0 when the log is empty. */
    long head();

    /**
     * Returns a time in milliseconds since 1970: every event that is not in the log yet will carry a later time. An idle
     * log does not move it.
     */
    default long settledTime() {
        return 0;
    }

    /** Returns the time of the clock that the log's stamps are compared with, in milliseconds since 1970. */
    default long clockTime() {
        return System.currentTimeMillis();
    }

    /**
     * Returns the age of the first event after a position, in seconds: a follower that has handled all events up to the
     * position is late by this time.
     *
     * @return 0 when the log ends at the position
     */
    default double secondsBehind(long position) {
        if (position >= head()) {
            return 0;
        }
        return read(position, 1, EventSelection.allHeaders()).events().stream()
                .mapToDouble(next -> Math.max(0, clockTime() - next.at().toEpochMilli()) / 1_000.0)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns the hash of the log's chain after the event at a position. Stores that follow the log keep it with their
     * position, because a position alone does not say which log it is of.
     *
     * @param position 1 up to the head
     */
    byte[] hashAt(long position);

    /**
     * Waits until this process has seen the log up to a position, and nothing of the subjects that were erased until
     * then can be read here any more.
     *
     * @return false if the time ended first
     */
    default boolean awaitPosition(long position, Duration maxWait) {
        return head() >= position;
    }

    /** Returns whether other processes append to the log too. Then this process may be behind them. */
    default boolean isShared() {
        return false;
    }

    /** Returns the time since this process last learned the head from the log itself, when others append to it. */
    default Duration timeSinceLastContact() {
        return Duration.ZERO;
    }

    /** Returns whether this process has stopped following the log and needs a restart. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Wakes a follower when events of its types were appended. When only other events were appended, it is woken within
     * a second.
     *
     * @param types the event records that the follower handles
     * @return a handle whose {@code close} ends the calls
     */
    AutoCloseable onAppended(Set<Class<?>> types, Runnable wake);
}
