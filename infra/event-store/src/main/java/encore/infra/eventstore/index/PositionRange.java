package encore.infra.eventstore.index;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The range of positions of one file. The ranges of a level have the same length and follow each other; eight ranges of
 * one level make one of the next. So the log alone determines which files there must be and what each contains.
 */
record PositionRange(int level, long number) {

    /**
     * The number of positions of a range of the lowest level. A start reads at most this many positions into memory
     * again.
     */
    static final long BASE_LENGTH = 65_536;

    /** The number of files of one level that are merged into one of the next. */
    static final int FILES_PER_MERGE = 8;

    private static final Pattern NAME = Pattern.compile("([0-9]{1,2})-([0-9]{1,16})\\.run");

    /** Returns the range of the lowest level that contains a position. */
    static PositionRange of(long position) {
        return new PositionRange(0, (position - 1) / BASE_LENGTH);
    }

    static @Nullable PositionRange parse(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                ? new PositionRange(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)))
                : null;
    }

    String fileName() {
        return level + "-" + number + ".run";
    }

    private long length() {
        long length = BASE_LENGTH;
        for (int i = 0; i < level; i++) {
            length *= FILES_PER_MERGE;
        }
        return length;
    }

    long first() {
        return number * length() + 1;
    }

    long last() {
        return (number + 1) * length();
    }

    boolean contains(PositionRange other) {
        return first() <= other.first() && other.last() <= last();
    }

    PositionRange parent() {
        return new PositionRange(level + 1, number / FILES_PER_MERGE);
    }
}
