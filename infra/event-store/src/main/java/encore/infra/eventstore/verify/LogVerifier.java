package encore.infra.eventstore.verify;

import encore.infra.eventstore.log.LogHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a log from its start, recomputes every hash and says where it first is not what was written. */
public final class LogVerifier {

    private final LogHash hash = new LogHash();
    private final Rows rows;
    private final NavigableMap<Long, List<Known>> known = new TreeMap<>();
    private final Walk walk;
    private final List<Known> unmatched = new ArrayList<>();
    private byte[] head = LogHash.genesis();
    private long next = 1;

    private LogVerifier(Rows rows, Collection<Known> known, Walk walk) {
        this.rows = rows;
        this.walk = walk;
        known.forEach(one -> this.known
                .computeIfAbsent(one.position(), position -> new ArrayList<>())
                .add(one));
    }

    /** @param known a head that the log had, from a head file or a proof; null when there is none to hold it against */
    public static Report verify(Rows rows, @Nullable Known known) {
        return verify(rows, known == null ? List.of() : List.of(known), new Walk() {});
    }

    /**
     * @param known heads that the log had
     * @param walk is told of what was found right
     */
    public static Report verify(Rows rows, Collection<Known> known, Walk walk) {
        return new LogVerifier(rows, known, walk).verify();
    }

    private Report verify() {
        Problem ofTheChain = followed();
        Known first = unmatched.isEmpty() ? null : unmatched.getFirst();
        if (ofTheChain == null) {
            known.tailMap(next, true).values().forEach(unmatched::addAll);
        }
        if (first != null) {
            return new Report(first.position(), head, new Problem(Kind.ALTERED, first.position()), unmatched);
        }
        if (ofTheChain != null) {
            return new Report(next - 1, head, ofTheChain, unmatched);
        }
        if (!unmatched.isEmpty()) {
            return new Report(next - 1, head, new Problem(Kind.TRUNCATED, next), unmatched);
        }
        Long unfounded = rows.unfounded();
        Problem beside = unfounded == null ? null : new Problem(Kind.UNFOUNDED, unfounded);
        return new Report(next - 1, head, beside, unmatched);
    }

    /** The first place where the log does not follow from itself; null when it does to its end. */
    private @Nullable Problem followed() {
        long at = Long.MIN_VALUE;
        Iterator<Commit> commits = rows.commits();
        Iterator<Event> events = rows.events();
        while (commits.hasNext()) {
            Commit commit = commits.next();
            LogHash.Commit columns = commit.columns();
            if (columns.first() > next) {
                return new Problem(Kind.DROPPED, next);
            }
            if (columns.first() < next
                    || columns.count() < 1
                    || columns.format() != LogHash.FORMAT
                    || columns.at() < at) {
                return new Problem(Kind.ALTERED, columns.first());
            }
            List<Event> its = new ArrayList<>();
            for (long left = columns.count(); left > 0; left--) {
                if (!events.hasNext()) {
                    return new Problem(Kind.DROPPED, next);
                }
                Event event = events.next();
                if (event.position() != next) {
                    return event.position() > next
                            ? new Problem(Kind.DROPPED, next)
                            : new Problem(Kind.ALTERED, event.position());
                }
                byte[] leaf = leaf(columns, next, event);
                if (!Arrays.equals(leaf, event.leaf())) {
                    return new Problem(standsElsewhere(event) ? Kind.REORDERED : Kind.ALTERED, next);
                }
                head = hash.head(head, leaf);
                hold(known.get(next));
                its.add(event);
                walk.right(next);
                next++;
            }
            if (!Arrays.equals(commit.head(), head)) {
                return new Problem(Kind.ALTERED, next - 1);
            }
            at = columns.at();
            walk.commit(commit, its);
        }
        if (events.hasNext()) {
            Event event = events.next();
            return event.position() < next
                    ? new Problem(Kind.ALTERED, event.position())
                    : new Problem(Kind.DROPPED, next);
        }
        return null;
    }

    /** Holds the head against those that are known of its position. The walk goes on, to name all that do not match. */
    private void hold(@Nullable List<Known> wanted) {
        if (wanted != null) {
            wanted.stream().filter(one -> !Arrays.equals(one.hash(), head)).forEach(unmatched::add);
        }
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
        /** What stands beside the chain names this position, and nothing in the log bears it out. */
        UNFOUNDED,
        /** What must stand beside the chain because of the events here is gone. */
        FORGOTTEN
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
     * @param unmatched the known heads that are not this log's; where its chain is broken, of those before alone
     */
    public record Report(long head, byte[] hash, @Nullable Problem problem, List<Known> unmatched) {

        public Report {
            unmatched = List.copyOf(unmatched);
        }

        /** The same with a problem that was found elsewhere. */
        public Report with(@Nullable Problem other) {
            return new Report(head, hash, other, unmatched);
        }

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

    /** Follows a walk over a log. */
    public interface Walk {

        /** The event at a position is as it was written. */
        default void right(long position) {}

        /** So is a commit. */
        default void commit(Commit commit, List<Event> events) {}
    }

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
