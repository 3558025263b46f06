package encore.api.live;

import encore.infra.backend.Caller;
import encore.kernel.live.LiveEvent;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A stream that a feature offers to followers: a package-private Spring component of the feature. Every way in serves it,
 * and {@code asyncapi.json} describes it.
 *
 * @param <F> what a follower may choose by, a record: a component that is not nullable is required, a list may be empty
 * @param <T> what of an event concerns the stream
 */
public interface LiveStream<F extends Record, T> {

    Offer<F> offer();

    /** Reads an event, once for all followers; null when the stream has nothing to do with it. */
    @Nullable
    T read(LiveEvent event);

    /**
     * Returns what is sent of it, alike to all followers of one name: a {@link LiveEvent} or a record of the feature.
     */
    Object data(T told);

    /**
     * Names whose newest state it is, when the stream tells of changes: they are merged, the newest of each key. Then
     * all followers of one name want the same. Null when each event is sent.
     */
    default @Nullable Object key(T told) {
        return null;
    }

    /**
     * Begins for one follower, who may have it.
     *
     * @param part what its name has in the place of the braces, or nothing
     */
    Mono<Choice<T>> choose(Caller caller, F filter, String part);

    /**
     * Describes a stream.
     *
     * @param address its name, or a beginning with a part in braces for what each follower names
     * @param scope that a key needs
     * @param secret whether the key's secret is needed too
     * @param frames that are sent, beside {@code subscribed}
     * @param details the record that its feature tells of events in {@link LiveEvent#details}, or null
     */
    record Offer<F extends Record>(
            String address,
            String about,
            String scope,
            boolean secret,
            Class<F> filter,
            List<Frame> frames,
            @Nullable Class<? extends Record> details) {

        public Offer {
            frames = List.copyOf(frames);
        }

        private String beginning() {
            int brace = address.indexOf('{');
            return brace < 0 ? address : address.substring(0, brace);
        }

        boolean isNamed(String stream) {
            return isOne() ? stream.equals(address) : stream.startsWith(beginning());
        }

        /** Whether all followers name it alike. */
        public boolean isOne() {
            return beginning().equals(address);
        }

        String part(String stream) {
            return stream.substring(beginning().length());
        }

        /** Names the part in braces. */
        public String partName() {
            return address.substring(beginning().length() + 1, address.length() - 1);
        }
    }

    /**
     * A kind of frame.
     *
     * @param data the record that it carries
     * @param rows whether it carries a list of them
     */
    record Frame(String event, String about, Class<?> data, boolean rows) {

        /** Each event that is wanted, as it is. */
        public static final Frame EVENT = new Frame("event", "An event of the log.", LiveEvent.class, false);

        public static Frame snapshot(String about, Class<? extends Record> row) {
            return new Frame("snapshot", about, row, true);
        }

        public static Frame changes(String about, Class<? extends Record> row) {
            return new Frame("changes", about, row, true);
        }
    }

    /**
     * Says what a follower gets: what it wants of what is told, behind a snapshot if there is one, else behind the
     * position that it names, or from now on.
     */
    record Choice<T>(Predicate<T> wanted, @Nullable Snapshot snapshot) {

        public Choice(Predicate<T> wanted) {
            this(wanted, null);
        }
    }

    /** Rows as they are at a position. */
    record Snapshot(long position, List<?> rows) {
        public Snapshot {
            rows = List.copyOf(rows);
        }
    }
}
