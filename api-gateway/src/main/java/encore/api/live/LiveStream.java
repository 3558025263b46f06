package encore.api.live;

import encore.infra.backend.Caller;
import encore.kernel.StreamId;
import encore.kernel.live.LiveEvent;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A stream that a feature offers to followers, as a package-private Spring component of the feature. All transports
 * serve it, and {@code asyncapi.json} describes it.
 *
 * @param <F> the filter of a follower, a record: a component that is not nullable is required, a list may be empty
 * @param <T> the part of an event that concerns the stream
 */
public interface LiveStream<F extends Record, T> {

    Definition<F> definition();

    /** Reads an event once for all followers; returns null when the event does not concern the stream. */
    @Nullable
    T read(LiveEvent event);

    /** Returns the payload for all followers of one name: a {@link LiveEvent} or a record of the feature. */
    Object payload(T part);

    /**
     * Returns the key of the row that changed, for a stream of changing rows: only the newest row of each key is sent,
     * and all followers of one name receive the same rows. Returns null for a stream that sends every event.
     */
    default @Nullable Object key(T part) {
        return null;
    }

    /**
     * Returns the filter for a client that showed the session of a fan, limited to this fan. Throws a {@link
     * encore.api.problems.Problem} (401) when the filter names another fan. Only a stream with a {@link
     * Definition#fanScope} is asked.
     */
    default F ofFan(F filter, long fanId) {
        throw new UnsupportedOperationException("The stream is not for fans");
    }

    /**
     * Selects the events for one follower that may have the stream.
     *
     * @param part the part of the name that stands in place of the braces; empty when there are none
     */
    Mono<Selection<T>> select(Caller caller, F filter, String part);

    /**
     * Does the same for a stream that shows more to a follower with the secret.
     *
     * @param withSecret whether the follower showed the right secret
     */
    default Mono<Selection<T>> select(Caller caller, F filter, String part, boolean withSecret) {
        return select(caller, filter, part);
    }

    /**
     * Describes a stream.
     *
     * @param address the stream's name, or a prefix with a part in braces that each follower fills in
     * @param description one sentence for the documentation
     * @param scope the scope that a key needs
     * @param area the part of the account's work that it belongs to; a person needs the right to read it
     * @param secretNeeded whether the key's secret is needed too
     * @param fanScope the scope that a key needs beside the session of a fan, who follows its own events without a
     *     secret; null when the stream is not for fans
     * @param frames the frames that are sent besides {@code subscribed}
     * @param details the records in {@link LiveEvent#details} that features add to the events
     */
    record Definition<F extends Record>(
            String address,
            String description,
            String scope,
            Area area,
            boolean secretNeeded,
            @Nullable String fanScope,
            Class<F> filter,
            List<Frame> frames,
            List<Class<? extends Record>> details) {

        public Definition {
            frames = List.copyOf(frames);
            details = List.copyOf(details);
        }

        /** Returns the right that a person needs to follow it. */
        public Right right() {
            return new Right(area, false);
        }

        private String prefix() {
            int brace = address.indexOf('{');
            return brace < 0 ? address : address.substring(0, brace);
        }

        boolean matches(String stream) {
            return hasFixedName() ? stream.equals(address) : stream.startsWith(prefix());
        }

        /** Whether the name has no part in braces, so that all followers use the same one. */
        public boolean hasFixedName() {
            return prefix().equals(address);
        }

        String nameSuffix(String stream) {
            return stream.substring(prefix().length());
        }

        /** Returns the name of the part in braces. */
        public String partName() {
            return address.substring(prefix().length() + 1, address.length() - 1);
        }
    }

    /**
     * A kind of frame.
     *
     * @param data the class of the record that it carries
     * @param rows whether it carries a list of these records
     */
    record Frame(String event, String description, Class<?> data, boolean rows) {

        /** One event that the follower selected. */
        public static final Frame EVENT = new Frame("event", "An event of the log.", LiveEvent.class, false);

        public static Frame snapshot(String about, Class<? extends Record> row) {
            return new Frame("snapshot", about, row, true);
        }

        public static Frame changes(String about, Class<? extends Record> row) {
            return new Frame("changes", about, row, true);
        }
    }

    /**
     * The events that a follower receives: those that pass the filter, after the snapshot if there is one, otherwise
     * after the position that the follower names, or from now on.
     *
     * @param logStream the name of the stream of the log that has all of these events; past events are then read from it
     *     alone. Null when they can be in any stream of the account.
     */
    record Selection<T>(
            Predicate<T> filter,
            @Nullable Snapshot snapshot,
            @Nullable String logStream) {

        public Selection(Predicate<T> wanted) {
            this(wanted, null, null);
        }

        public static <T> Selection<T> after(Snapshot snapshot, Predicate<T> filter) {
            return new Selection<>(filter, snapshot, null);
        }

        public static <T> Selection<T> of(StreamId logStream, Predicate<T> filter) {
            return new Selection<>(filter, null, logStream.toString());
        }
    }

    /** The rows of a stream as of a log position. */
    record Snapshot(long position, List<?> rows) {
        public Snapshot {
            rows = List.copyOf(rows);
        }
    }
}
