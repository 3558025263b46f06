package encore.infra.eventstore.log;

import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a log from its start, recomputes every hash and says where it first is not what was written. */
public final class LogVerifier {

    private final LogHash hash = new LogHash();
    private final Rows rows;
    private final NavigableMap<Long, byte[]> known = new TreeMap<>();
    private final LongConsumer progress;

    private LogVerifier(Rows rows, Collection<Known> known, LongConsumer progress) {
        this.rows = rows;
        this.progress = progress;
        known.forEach(head -> this.known.put(head.position(), head.hash()));
    }

    /** @param known a head that the log had, from a head file or a proof; null when there is none to hold it against */
    public static Report verify(Rows rows, @Nullable Known known) {
        return verify(rows, known == null ? List.of() : List.of(known), position -> {});
    }

    /**
     * @param known heads that the log had
     * @param progress is told of each position that was found right
     */
    public static Report verify(Rows rows, Collection<Known> known, LongConsumer progress) {
        return new LogVerifier(rows, known, progress).verify();
    }

    private Report verify() {
        byte[] head = LogHash.genesis();
        long next = 1;
        long at = Long.MIN_VALUE;
        Iterator<Commit> commits = rows.commits();
        Iterator<Event> events = rows.events();
        while (commits.hasNext()) {
            Commit commit = commits.next();
            LogHash.Commit columns = commit.columns();
            if (columns.first() > next) {
                return problem(next - 1, head, Kind.DROPPED, next);
            }
            if (columns.first() < next
                    || columns.count() < 1
                    || columns.format() != LogHash.FORMAT
                    || columns.at() < at) {
                return problem(next - 1, head, Kind.ALTERED, columns.first());
            }
            for (long left = columns.count(); left > 0; left--) {
                if (!events.hasNext()) {
                    return problem(next - 1, head, Kind.DROPPED, next);
                }
                Event event = events.next();
                if (event.position() != next) {
                    return event.position() > next
                            ? problem(next - 1, head, Kind.DROPPED, next)
                            : problem(next - 1, head, Kind.ALTERED, event.position());
                }
                byte[] leaf = leaf(columns, next, event);
                if (!Arrays.equals(leaf, event.leaf())) {
                    return problem(next - 1, head, standsElsewhere(event) ? Kind.REORDERED : Kind.ALTERED, next);
                }
                head = hash.head(head, leaf);
                byte[] wanted = known.get(next);
                if (wanted != null && !Arrays.equals(wanted, head)) {
                    return problem(next - 1, head, Kind.ALTERED, next);
                }
                progress.accept(next);
                next++;
            }
            if (!Arrays.equals(commit.head(), head)) {
                return problem(next - 1, head, Kind.ALTERED, next - 1);
            }
            at = columns.at();
        }
        if (events.hasNext()) {
            Event event = events.next();
            return event.position() < next
                    ? problem(next - 1, head, Kind.ALTERED, event.position())
                    : problem(next - 1, head, Kind.DROPPED, next);
        }
        if (!known.isEmpty() && known.lastKey() >= next) {
            return problem(next - 1, head, Kind.TRUNCATED, next);
        }
        Long unfounded = rows.unfounded();
        return unfounded == null
                ? new Report(next - 1, head, null)
                : problem(next - 1, head, Kind.UNFOUNDED, unfounded);
    }

    private static Report problem(long head, byte[] hash, Kind kind, long position) {
        return new Report(head, hash, new Problem(kind, position));
    }

    private byte[] leaf(LogHash.Commit commit, long position, Event event) {
        return hash.leaf(
                commit,
                position,
                event.stream(),
                event.sequence(),
                event.type(),
                event.revision(),
                event.metadata(),
                event.payload());
    }

    /** Whether a row would be right at another event's position, with the leaf that it has or that stands there. */
    private boolean standsElsewhere(Event misplaced) {
        Iterator<Commit> commits = rows.commits();
        LogHash.Commit commit = null;
        LogHash.Commit following = commits.hasNext() ? commits.next().columns() : null;
        for (Iterator<Event> events = rows.events(); events.hasNext(); ) {
            Event other = events.next();
            while (following != null && following.first() <= other.position()) {
                commit = following;
                following = commits.hasNext() ? commits.next().columns() : null;
            }
            if (commit == null || other.position() == misplaced.position()) {
                continue;
            }
            byte[] leaf = leaf(commit, other.position(), misplaced);
            if (Arrays.equals(leaf, misplaced.leaf()) || Arrays.equals(leaf, other.leaf())) {
                return true;
            }
        }
        return false;
    }

    /** Names what can be wrong with a log. */
    public enum Kind {
        /** A column of the event, or of its commit, is not what was written. */
        ALTERED,
        /** The event or its commit is missing, and others follow. */
        DROPPED,
        /** An event that was written elsewhere stands here. */
        REORDERED,
        /** The log ends before a head that it had. */
        TRUNCATED,
        /** A request or once-key names this position, where no commit ends, or has a hash of a wrong length. */
        UNFOUNDED
    }

    /** The first thing that is wrong, and where; prints as {@code altered at 17}. */
    public record Problem(Kind kind, long position) {

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + " at " + position;
        }
    }

    /**
     * Tells how far the log is whole.
     *
     * @param head the last position that was found right
     * @param hash the head hash there
     */
    public record Report(long head, byte[] hash, @Nullable Problem problem) {

        @Override
        public String toString() {
            return problem != null
                    ? problem.toString()
                    : "whole to " + head + " " + HexFormat.of().formatHex(hash);
        }
    }

    /** A position that the log had, and its head hash. */
    public record Known(long position, byte[] hash) {}

    /** A row of {@code commits}. */
    public record Commit(LogHash.Commit columns, byte[] head) {}

    /** A row of {@code events}; texts as the bytes that are stored. */
    public record Event(
            long position,
            byte[] stream,
            long sequence,
            byte[] type,
            byte[] revision,
            byte[] metadata,
            byte[] payload,
            byte[] leaf) {}

    /** The rows of a log, whatever it is kept in. May be walked more than once. */
    public interface Rows {

        /** In the order of their first position. */
        Iterator<Commit> commits();

        /** In the order of position. */
        Iterator<Event> events();

        /** The lowest position of a request or once-key that cannot be right, or null. */
        @Nullable
        Long unfounded();

        /** About where the log ends, to tell how far a walk is; 0 when nobody knows. */
        default long last() {
            return 0;
        }
    }
}
