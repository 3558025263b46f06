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

/** Verifies a log: reads it from its start, recomputes every hash, and reports the first position that is wrong. */
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

    /**
     * Verifies a log.
     *
     * @param known a head that the log had, from a head file or a proof; null when there is none to compare with
     */
    public static Report verify(Rows rows, @Nullable Known known) {
        return verify(rows, known == null ? List.of() : List.of(known), new Walk() {});
    }

    /**
     * Verifies a log.
     *
     * @param known heads that the log had
     * @param walk receives each event and commit that is right
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

    /** Walks the hash chain. Returns the first problem, or null when there is none up to the end. */
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

    /** Compares the head with the known heads of its position. The walk goes on, so that all that differ are named. */
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

    /**
     * Returns whether a row would be right at another event's position, with its own leaf or with the leaf of that
     * event.
     */
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

    /** The kinds of damage to a log. */
    public enum Kind {
        /** A column of the event or of its commit was changed. */
        ALTERED,
        /** The event or its commit is missing, and later ones are there. */
        DROPPED,
        /** The event was written at another position. */
        REORDERED,
        /** The log ends before a head that it had. */
        TRUNCATED,
        /** A row beside the chain names this position, and it does not follow from the events. */
        UNFOUNDED,
        /** A row beside the chain is missing that follows from the events at this position. */
        FORGOTTEN
    }

    /** The first damage, with its position; prints as {@code altered at 17}. */
    public record Problem(Kind kind, long position) {

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + " at " + position;
        }
    }

    /**
     * The result of verifying a log.
     *
     * @param head the last position up to which the log is right
     * @param hash the head hash there
     * @param unmatched the known heads that are not heads of this log; if the chain is broken, only those before the
     *     break
     */
    public record Report(long head, byte[] hash, @Nullable Problem problem, List<Known> unmatched) {

        public Report {
            unmatched = List.copyOf(unmatched);
        }

        /** Returns the same result with another problem. */
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

    /** A head that the log had: a position, and the hash after it. */
    public record Known(long position, byte[] hash) {}

    /** A row of {@code commits}. */
    public record Commit(LogHash.Commit columns, byte[] head) {}

    /** A row of {@code events}. Texts are the stored bytes. */
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

        /** Receives each position whose event is right. */
        default void right(long position) {}

        /** Receives each commit that is right, after its events. */
        default void commit(Commit commit, List<Event> events) {}
    }

    /** The rows of a log in any store. They may be read more than once. */
    public interface Rows {

        /** Returns the commits in the order of their first positions. */
        Iterator<Commit> commits();

        /** Returns the events in the order of their positions. */
        Iterator<Event> events();

        /** Returns the lowest position of a request or once-key that is wrong whatever the events say, or null. */
        @Nullable
        Long unfounded();

        /** Returns the approximate end of the log, to show the progress of a walk; 0 when it is unknown. */
        default long last() {
            return 0;
        }
    }
}
