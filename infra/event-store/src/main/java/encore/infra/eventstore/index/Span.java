package encore.infra.eventstore.index;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The positions that one file is of. Spans of a level are of one length and follow on one another; eight of one level are
 * one of the next. So what is in a file, and which files there must be, follows from the log alone.
 */
record Span(int level, long number) {

    /** Positions of the lowest level: what is held in memory, and what a start reads again at most. */
    static final long SMALLEST = 65_536;

    /** Files of one level that become one of the next. */
    static final int MERGED = 8;

    private static final Pattern NAME = Pattern.compile("([0-9]{1,2})-([0-9]{1,16})\\.run");

    /** The one of the lowest level that has a position. */
    static Span of(long position) {
        return new Span(0, (position - 1) / SMALLEST);
    }

    static @Nullable Span named(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches() ? new Span(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2))) : null;
    }

    String name() {
        return level + "-" + number + ".run";
    }

    private long length() {
        long length = SMALLEST;
        for (int i = 0; i < level; i++) {
            length *= MERGED;
        }
        return length;
    }

    long first() {
        return number * length() + 1;
    }

    long last() {
        return (number + 1) * length();
    }

    boolean holds(Span other) {
        return first() <= other.first() && other.last() <= last();
    }

    Span merged() {
        return new Span(level + 1, number / MERGED);
    }
}
