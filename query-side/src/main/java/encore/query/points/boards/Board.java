package encore.query.points.boards;

import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import encore.query.points.columns.IntColumn;
import encore.query.points.columns.LongColumn;
import encore.query.points.columns.PackedColumn;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The records of one point type in memory: the points of each fan, their ranks, the positions of their records in the
 * log, and the best fans of a window of days. A record takes some 7 bytes, a fan about 75. Callers must not read and
 * write at the same time; a {@link BoardWindow} may be read at any time.
 *
 * <p>A record of 0 points is only found by its position. It changes no points, no rank and no tie, and puts no fan on the
 * board.
 */
final class Board implements RowSink.InMemoryRows {

    /** The size of a board without records. */
    private static final int EMPTY_BYTES = 1_500;

    /** For the number, the points, the last rows and the rank of a fan. */
    private static final int BYTES_PER_FAN = 68;

    private final LongIndex members = new LongIndex();
    private RankIndex rankIndex = new RankIndex();

    /** Whether each record updates the rank of its fan; false during a load. */
    private boolean ranked = true;

    // By member, which is the number of a fan on this board.
    private final PackedColumn fans = new PackedColumn();
    private final LongColumn points = new LongColumn();
    private final IntColumn lastRow = new IntColumn();
    /** The last row that changed the points, or -1. */
    private final IntColumn lastCounted = new IntColumn();

    // By row, in the order of the log. A row never changes after it was written.
    private final PackedColumn memberOf = new PackedColumn();
    private final PackedColumn counts = new PackedColumn();
    private final PackedColumn positions = new PackedColumn();
    /** The previous row of the same member, or -1. */
    private final PackedColumn rowBefore = new PackedColumn();

    private int rows;

    /** The position of the last row. */
    private long lastRowPosition = -1;

    // The days with awards in ascending order, and the first row of each day.
    private int[] days = new int[4];
    private int[] firstRowOfDay = new int[4];
    private int dayCount;

    /** The rows that count at an earlier day than the one on which they were recorded; null for none. */
    private @Nullable BackdatedRows backdated;

    @Override
    public void transfer(MemoryImage memoryImage) {
        members.transfer(memoryImage);
        rankIndex.transfer(memoryImage);
        List.of(fans, points, lastRow, lastCounted, memberOf, counts, positions, rowBefore)
                .forEach(column -> column.transfer(memoryImage));
        rows = memoryImage.number(rows);
        lastRowPosition = memoryImage.number(lastRowPosition);
        days = memoryImage.ints(days);
        firstRowOfDay = memoryImage.ints(firstRowOfDay);
        dayCount = memoryImage.number(dayCount);
        if (memoryImage.flag(backdated != null)) {
            BackdatedRows earlier = backdated == null || memoryImage.isReading() ? new BackdatedRows() : backdated;
            earlier.transfer(memoryImage);
            backdated = earlier;
        }
    }

    @Override
    public void add(long fan, long count, int day, long position) {
        if (position <= lastRowPosition) {
            return;
        }
        lastRowPosition = position;
        int member = member(fan);
        int row = row(member, count, day, position);
        lastRow.set(member, row);
        if (count == 0) {
            return;
        }
        if (ranked && points.get(member) != 0) {
            rankIndex.remove(points.get(member), lastCounted.get(member));
        }
        points.add(member, count);
        lastCounted.set(member, row);
        if (ranked && points.get(member) != 0) {
            rankIndex.add(points.get(member), row);
        }
    }

    @Override
    public void backdate(long position, int day) {
        int row = position == lastRowPosition ? rows - 1 : rowsUpTo(position) - 1;
        if (row < 0 || positions.get(row) != position) {
            return;
        }
        BackdatedRows earlier = backdated == null ? new BackdatedRows() : backdated;
        earlier.add(row, day);
        backdated = earlier;
    }

    /** Ranks each fan once at the end instead of after each record, which would take most of the time of a load. */
    @Override
    public void fill(Consumer<RowSink> source) {
        ranked = false;
        source.accept(this);
        rankIndex = new RankIndex();
        for (int member = 0; member < members.size(); member++) {
            if (points.get(member) != 0) {
                rankIndex.add(points.get(member), lastCounted.get(member));
            }
        }
        ranked = true;
    }

    @Override
    public long bytes() {
        return EMPTY_BYTES + rowBytes() + fans.bytes() + (long) BYTES_PER_FAN * members.size();
    }

    /** Returns the size of its records, without that of its fans. */
    long rowBytes() {
        return memberOf.bytes()
                + counts.bytes()
                + positions.bytes()
                + rowBefore.bytes()
                + (backdated == null ? 0 : backdated.bytes());
    }

    /** Returns the number of a fan with points, also if they add up to 0; or -1. */
    int find(long fan) {
        int member = members.find(fan);
        return member >= 0 && lastCounted.get(member) >= 0 ? member : -1;
    }

    /** Returns the number of a fan with records, also of 0 points; or -1. */
    int findWithRecords(long fan) {
        return members.find(fan);
    }

    long points(int member) {
        return points.get(member);
    }

    long lastPosition(int member) {
        return positions.get(lastCounted.get(member));
    }

    /** Passes on the log positions of a fan's records between two days, the newest first. */
    void positions(int member, int fromDay, int toDay, LongConsumer consumer) {
        DeadlineSteps steps = new DeadlineSteps();
        // A row is never before the rows of the day that it counts at.
        int low = firstRowFrom(fromDay);
        int high = firstRowAfter(toDay);
        for (int row = lastRow.get(member); row >= low; row = rowBefore(row)) {
            steps.step();
            if (isWithin(row, high, fromDay, toDay)) {
                consumer.accept(positions.get(row));
            }
        }
    }

    /** Counts the rows up to a position of the log. */
    int rowsUpTo(long position) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (positions.get(middle) <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the member's last row below a bound that changed the points, or -1. */
    int lastRowBelow(int member, int bound) {
        DeadlineSteps steps = new DeadlineSteps();
        int row = lastCounted.get(member);
        while (row >= bound || row >= 0 && counts.get(row) == 0) {
            steps.step();
            row = rowBefore(row);
        }
        return row;
    }

    /** Visits a fan's records between two days with the points after each, the newest first. Those of 0 points are none. */
    void history(int member, int fromDay, int toDay, HistoryVisitor visitor) {
        int low = firstRowFrom(fromDay);
        int high = firstRowAfter(toDay);
        long after = points.get(member);
        DeadlineSteps steps = new DeadlineSteps();
        for (int row = lastRow.get(member); row >= low; row = rowBefore(row)) {
            steps.step();
            if (counts.get(row) != 0 && isWithin(row, high, fromDay, toDay)) {
                visitor.visit(positions.get(row), after);
            }
            after -= counts.get(row);
        }
    }

    /**
     * Returns whether a row counts at one of some days.
     *
     * @param high the first row that was recorded after these days; the row is not before these days
     */
    private boolean isWithin(int row, int high, int fromDay, int toDay) {
        int number = backdated == null ? -1 : backdated.find(row);
        if (backdated == null || number < 0) {
            return row < high;
        }
        int day = backdated.day(number);
        return day >= fromDay && day <= toDay;
    }

    /** Visits a record with the points after it. */
    interface HistoryVisitor {
        void visit(long position, long points);
    }

    /** Returns the points of a member directly after one of its rows. */
    long pointsAt(int member, int row) {
        long total = points.get(member);
        DeadlineSteps steps = new DeadlineSteps();
        for (int later = lastRow.get(member); later > row; later = rowBefore(later)) {
            steps.step();
            total -= counts.get(later);
        }
        return total;
    }

    long position(int row) {
        return positions.get(row);
    }

    /**
     * Returns the rank by points, highest first. Of equals the one who reached them first leads. Without points it is
     * 0.
     */
    long rank(int member) {
        return points.get(member) == 0 ? 0 : rankIndex.rank(points.get(member), lastCounted.get(member));
    }

    /**
     * Returns a fixed view of the rows that count at the days from one to another, both inclusive.
     *
     * @param bound takes only this many rows into account, which gives the board as it was then
     */
    BoardWindow window(int fromDay, int toDay, int bound) {
        int last = Math.min(bound, rows);
        int low = Math.min(last, firstRowFrom(fromDay));
        int high = Math.min(last, firstRowAfter(toDay));
        boolean hasAll = fromDay == Integer.MIN_VALUE && toDay == Integer.MAX_VALUE;
        return new BoardWindow(
                memberOf.snapshot(),
                counts.snapshot(),
                fans.snapshot(),
                members.size(),
                new BoardWindow.Rows(
                        low,
                        Math.max(low, high),
                        last,
                        backdated == null || hasAll
                                ? BackdatedRows.Selection.EMPTY
                                : backdated.select(fromDay, toDay)));
    }

    private int member(long fan) {
        int known = members.size();
        int member = members.add(fan);
        if (member == known) {
            fans.add(fan);
            points.set(member, 0);
            lastRow.set(member, -1);
            lastCounted.set(member, -1);
        }
        return member;
    }

    private int row(int member, long count, int day, long position) {
        memberOf.add(member);
        counts.add(count);
        positions.add(position);
        rowBefore.add(lastRow.get(member));
        if (dayCount == 0 || days[dayCount - 1] < day) {
            if (dayCount == days.length) {
                days = Arrays.copyOf(days, dayCount * 2);
                firstRowOfDay = Arrays.copyOf(firstRowOfDay, dayCount * 2);
            }
            days[dayCount] = day;
            firstRowOfDay[dayCount++] = rows;
        }
        return rows++;
    }

    private int rowBefore(int row) {
        return (int) rowBefore.get(row);
    }

    private int firstRowFrom(int day) {
        int place = Arrays.binarySearch(days, 0, dayCount, day);
        int next = place < 0 ? -place - 1 : place;
        return next == dayCount ? rows : firstRowOfDay[next];
    }

    private int firstRowAfter(int day) {
        return day == Integer.MAX_VALUE ? rows : firstRowFrom(day + 1);
    }
}
