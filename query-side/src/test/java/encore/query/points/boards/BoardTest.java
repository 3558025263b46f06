package encore.query.points.boards;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import encore.kernel.points.LeaderboardRow;
import encore.query.image.ImageFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardTest {

    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    Path directory;

    private final Board board = new Board();

    @Test
    void the_first_fan_to_reach_the_same_points_stands_higher() {
        board.add(41, 10, 1, 100);
        board.add(42, 5, 1, 101);
        board.add(43, 10, 1, 102);
        board.add(42, 5, 2, 103);
        assertThat(rank(41)).isEqualTo(1);
        assertThat(rank(43)).isEqualTo(2);
        assertThat(rank(42)).isEqualTo(3);
        assertThat(board.lastPosition(board.find(42))).isEqualTo(103);
    }

    @Test
    void a_fan_back_at_zero_has_no_rank_until_points_come_again() {
        board.add(41, 10, 1, 100);
        board.add(42, 5, 1, 101);
        board.add(41, -10, 1, 102);
        assertThat(rank(41)).isZero();
        assertThat(rank(42)).isEqualTo(1);
        board.add(41, -1, 1, 103);
        assertThat(rank(41)).isEqualTo(2);
    }

    @Test
    void a_record_of_0_points_is_found_and_changes_no_rank_no_tie_and_no_points() {
        board.add(41, 10, 1, 100);
        board.add(42, 10, 1, 101);
        board.add(41, 0, 2, 102);
        board.add(43, 0, 2, 103);
        assertThat(rank(41)).isEqualTo(1);
        assertThat(rank(42)).isEqualTo(2);
        assertThat(board.lastPosition(board.find(41))).isEqualTo(100);
        assertThat(board.find(43)).isEqualTo(-1);
        assertThat(positions(43)).containsExactly(103L);
        assertThat(positions(41)).containsExactly(102L, 100L);
        assertThat(history(board, board.find(41))).containsExactly(100L, 10L);
        assertThat(board.pointsAt(board.find(41), board.lastRowBelow(board.find(41), ALL)))
                .isEqualTo(10);
        assertThat(board.lastRowBelow(board.find(41), 3)).isZero();
        for (BoardWindow window : List.of(board.window(0, 9, ALL), board.window(0, 9, 3))) {
            assertThat(window.rank("cd", 0, 10)).containsExactly(row(41, 10, 1), row(42, 10, 2));
            assertThat(window.rankOf(board.find(42))).isEqualTo(2);
        }
        assertThat(board.window(2, 2, ALL).rank("cd", 0, 10)).isEmpty();
        board.add(43, 10, 3, 104);
        assertThat(rank(43)).isEqualTo(3);
        assertThat(positions(43)).containsExactly(104L, 103L);
    }

    private List<Long> positions(long fan) {
        List<Long> all = new ArrayList<>();
        board.positions(board.findWithRecords(fan), 0, ALL, all::add);
        return all;
    }

    /** Has points that return to zero, ties, and records before, during and after the load. */
    @Test
    void rows_read_at_once_rank_as_if_they_had_come_one_after_the_other() {
        Random random = new Random(7);
        Board read = new Board();
        List<Runnable> later = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int count = random.nextInt(-2, 4);
            long fan = random.nextInt(40);
            int position = i;
            board.add(fan, count, 1, position);
            if (i < 20) {
                read.add(fan, count, 1, position);
            } else {
                later.add(() -> read.add(fan, count, 1, position));
            }
        }
        read.fill(into -> later.subList(0, 200).forEach(Runnable::run));
        later.subList(200, later.size()).forEach(Runnable::run);
        for (long fan = 0; fan < 40; fan++) {
            assertThat(read.rank(read.find(fan))).isEqualTo(rank(fan));
        }
    }

    /** More fans than one block and more records than one page of a column have. */
    @Test
    void a_board_read_from_an_image_goes_on_like_the_written_one() {
        Random random = new Random(3);
        Board read = new Board();
        for (int i = 0; i < 140_000; i++) {
            if (i == 90_000) {
                ImageFile image = new ImageFile(
                        directory.resolve("image"), new ImageFile.ImageOwner("boards", 1, ""), position -> new byte[0]);
                image.write(new ImageFile.ImageState(i, Set.of()), board);
                assertThat(image.read(state -> true, read)).isPresent();
            }
            int count = random.nextInt(-2, 9);
            long fan = random.nextInt(70_000);
            board.add(fan, count, i / 1_000, i);
            if (i >= 90_000) {
                read.add(fan, count, i / 1_000, i);
            }
        }
        assertThat(read.bytes()).isEqualTo(board.bytes());
        for (long fan = 0; fan < 70_000; fan += 7) {
            int member = board.find(fan);
            assertThat(read.find(fan)).isEqualTo(member);
            if (member >= 0) {
                assertThat(read.rank(member)).isEqualTo(board.rank(member));
                assertThat(history(read, member)).isEqualTo(history(board, member));
            }
        }
        assertThat(read.window(80, 99, ALL).rank("discs", 0, 100_000))
                .isEqualTo(board.window(80, 99, ALL).rank("discs", 0, 100_000));
    }

    private static List<Long> history(Board board, int member) {
        List<Long> all = new ArrayList<>();
        board.history(member, 0, ALL, (position, points) -> all.addAll(List.of(position, points)));
        return all;
    }

    @Test
    void a_window_counts_whole_days_with_both_ends() {
        board.add(41, 10, 1, 100);
        board.add(42, 5, 2, 101);
        board.add(41, 1, 3, 102);
        board.add(43, 9, 5, 103);
        assertThat(window(2, 3)).containsExactly(row(42, 5, 1), row(41, 1, 2));
        assertThat(window(1, 5)).containsExactly(row(41, 11, 1), row(43, 9, 2), row(42, 5, 3));
        assertThat(window(4, 4)).isEmpty();
        assertThat(window(6, 9)).isEmpty();
        assertThat(window(0, 0)).isEmpty();
        assertThat(window(3, 1)).isEmpty();
    }

    @Test
    void a_record_copies_little_however_many_there_are() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long most = 0;
        for (int i = 0; i < 400_000; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            board.add(i % 150_000, 1 + i % 7, i / 10_000, i);
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // One page of each column, which readers wait for.
        assertThat(most).isLessThan(4 << 20);
    }

    @Test
    void a_record_takes_ten_bytes_at_most() {
        Random random = new Random(4);
        int records = 400_000;
        for (int i = 0; i < records; i++) {
            board.add(1_000_000L + 97 * random.nextInt(100_000), 1 + random.nextInt(100), i / 4_000, 3L * i);
        }
        assertThat(board.rowBytes()).isLessThan(10L * records);
    }

    @Test
    void a_window_is_as_it_was_while_records_come() {
        for (int i = 0; i < 100_000; i++) {
            board.add(i % 70_000, 1, 1, i);
        }
        BoardWindow before = board.window(1, 1, ALL);
        List<LeaderboardRow> shown = before.rank("discs", 0, 50);
        for (int i = 100_000; i < 250_000; i++) {
            board.add(i % 90_000, 5, 1, i);
        }
        assertThat(before.rank("discs", 0, 50)).isEqualTo(shown);
        assertThat(board.rowsUpTo(99_999)).isEqualTo(100_000);
        assertThat(board.window(1, 1, 100_000).rank("discs", 0, 50)).isEqualTo(shown);
    }

    @Test
    void a_fan_with_a_sum_of_zero_in_the_window_is_absent_from_it() {
        board.add(41, 10, 1, 100);
        board.add(42, 7, 1, 101);
        board.add(41, -10, 1, 102);
        assertThat(window(1, 1)).containsExactly(row(42, 7, 1));
    }

    @Test
    void a_window_bound_to_earlier_rows_shows_the_board_as_it_was() {
        board.add(41, 10, 1, 100);
        board.add(42, 7, 1, 101);
        int bound = board.window(1, 1, ALL).bound();
        board.add(42, 70, 1, 102);
        assertThat(board.window(1, 1, bound).rank("cd", 0, 10)).containsExactly(row(41, 10, 1), row(42, 7, 2));
    }

    @Test
    void it_agrees_with_plain_sums_over_thousands_of_records() {
        record Award(long fan, long count, int day, int position) {}
        Random random = new Random(2);
        List<Award> awards = new ArrayList<>();
        int day = 0;
        for (int position = 1; position <= 20_000; position++) {
            day += random.nextInt(200) == 0 ? random.nextInt(3) : 0;
            var award = new Award(1_000 + random.nextInt(3_000), random.nextInt(21) - 8, day, position);
            if (award.count() != 0) {
                awards.add(award);
                board.add(award.fan(), award.count(), award.day(), award.position());
            }
        }
        for (int[] days : new int[][] {{0, ALL}, {0, day}, {day / 3, day / 2}, {day / 2, day / 2}}) {
            Map<Long, Long> sums = new HashMap<>();
            Map<Long, Integer> last = new HashMap<>();
            for (Award award : awards) {
                if (award.day() >= days[0] && award.day() <= days[1]) {
                    sums.merge(award.fan(), award.count(), Long::sum);
                    last.put(award.fan(), award.position());
                }
            }
            List<Long> order = sums.keySet().stream()
                    .filter(fan -> sums.get(fan) != 0)
                    .sorted(Comparator.<Long>comparingLong(fan -> -sums.get(fan))
                            .thenComparing(last::get))
                    .toList();
            List<LeaderboardRow> rows = window(days[0], days[1]);
            assertThat(rows).extracting(LeaderboardRow::fanId).isEqualTo(order);
            assertThat(rows).allSatisfy(row -> assertThat(row.fanPointCount()).isEqualTo(sums.get(row.fanId())));
            assertThat(board.window(days[0], days[1], ALL).rank("cd", 10, 5))
                    .isEqualTo(rows.stream().skip(10).limit(5).toList());
            if (days[1] == ALL) {
                assertThat(order).allSatisfy(fan -> assertThat(rank(fan)).isEqualTo(order.indexOf(fan) + 1L));
            }
        }
    }

    private record Record(long fan, long count, int stamped, int day, int position) {}

    private static List<Record> records(Random random, int size) {
        List<Record> records = new ArrayList<>();
        int today = 1_000;
        for (int position = 1; position <= size; position++) {
            today += random.nextInt(200) == 0 ? random.nextInt(4) : 0;
            int day = random.nextInt(3) == 0 ? today - random.nextInt(300) : today;
            records.add(new Record(random.nextInt(400), random.nextInt(12) - 4, today, day, position));
        }
        return records;
    }

    private static void add(Board to, Record each) {
        to.add(each.fan(), each.count(), each.stamped(), each.position());
        if (each.day() != each.stamped()) {
            to.backdate(each.position(), each.day());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void back_dated_records_count_at_their_days(long seed) {
        Random random = new Random(seed);
        List<Record> all = records(random, 4_000);
        // One board got them one by one, one read the records and then the days, and one went through an image.
        Board read = new Board();
        read.fill(into -> {
            all.subList(0, 3_000).forEach(each -> into.add(each.fan(), each.count(), each.stamped(), each.position()));
            all.subList(0, 2_800).stream()
                    .filter(each -> each.day() != each.stamped())
                    .forEach(each -> into.backdate(each.position(), each.day()));
        });
        // These came while it was read, so it has some of them already, and of some only the record.
        all.subList(2_600, 4_000).forEach(each -> add(read, each));
        Board imaged = new Board();
        all.subList(0, 2_000).forEach(each -> add(board, each));
        ImageFile image = new ImageFile(
                directory.resolve("image"), new ImageFile.ImageOwner("boards", 1, ""), position -> new byte[0]);
        image.write(new ImageFile.ImageState(2_000, Set.of()), board);
        assertThat(image.read(state -> true, imaged)).isPresent();
        all.subList(2_000, 4_000).forEach(each -> {
            add(board, each);
            add(imaged, each);
        });
        assertThat(imaged.bytes()).isEqualTo(board.bytes());
        for (int i = 0; i < 60; i++) {
            int from = i == 0 ? Integer.MIN_VALUE : 690 + random.nextInt(400);
            int to = i == 1 ? ALL : from + random.nextInt(60);
            int bound = random.nextBoolean() ? ALL : random.nextInt(4_001);
            List<LeaderboardRow> expected = ranked(all, from, to, bound);
            long fan = random.nextInt(400);
            List<Long> positions = all.stream()
                    .filter(each -> each.fan() == fan && each.day() >= from && each.day() <= to)
                    .map(each -> (long) each.position())
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Board each : List.of(board, read, imaged)) {
                BoardWindow window = each.window(from, to, bound);
                assertThat(window.rank("cd", 0, 1_000)).isEqualTo(expected);
                assertThat(window.rank("cd", 3, 5))
                        .isEqualTo(expected.stream().skip(3).limit(5).toList());
                // A later page asks for as many rows as the first one had.
                assertThat(each.window(from, to, window.bound()).rank("cd", 0, 1_000))
                        .isEqualTo(expected);
                List<Long> found = new ArrayList<>();
                each.positions(each.findWithRecords(fan), from, to, found::add);
                assertThat(found).isEqualTo(positions);
                assertThat(history(each, fan, from, to)).isEqualTo(history(all, fan, from, to));
            }
        }
    }

    private static List<LeaderboardRow> ranked(List<Record> all, int from, int to, int bound) {
        Map<Long, Long> sums = new HashMap<>();
        Map<Long, Integer> last = new HashMap<>();
        for (Record each : all) {
            if (each.count() != 0 && each.day() >= from && each.day() <= to && each.position() <= bound) {
                sums.merge(each.fan(), each.count(), Long::sum);
                last.put(each.fan(), each.position());
            }
        }
        List<LeaderboardRow> rows = new ArrayList<>();
        sums.keySet().stream()
                .filter(fan -> sums.get(fan) != 0)
                .sorted(Comparator.<Long>comparingLong(fan -> -sums.get(fan)).thenComparing(last::get))
                .forEach(fan -> rows.add(row(fan, sums.get(fan), rows.size() + 1)));
        return rows;
    }

    private static List<Long> history(Board board, long fan, int from, int to) {
        List<Long> found = new ArrayList<>();
        board.history(
                board.findWithRecords(fan), from, to, (position, points) -> found.addAll(List.of(position, points)));
        return found;
    }

    private static List<Long> history(List<Record> all, long fan, int from, int to) {
        List<Long> found = new ArrayList<>();
        long points = 0;
        for (Record each : all) {
            if (each.fan() == fan) {
                points += each.count();
                if (each.count() != 0 && each.day() >= from && each.day() <= to) {
                    found.addAll(0, List.of((long) each.position(), points));
                }
            }
        }
        return found;
    }

    @Test
    void a_window_of_back_dated_records_is_as_it_was_while_records_come() {
        for (int i = 0; i < 50_000; i++) {
            add(board, new Record(i % 300, 1, 1_000, 990 + i % 10, i));
        }
        BoardWindow before = board.window(993, 996, ALL);
        List<LeaderboardRow> shown = before.rank("cd", 0, 500);
        for (int i = 50_000; i < 150_000; i++) {
            add(board, new Record(i % 400, 5, 1_001, 990 + i % 10, i));
        }
        assertThat(before.rank("cd", 0, 500)).isEqualTo(shown);
        assertThat(board.window(993, 996, before.bound()).rank("cd", 0, 500)).isEqualTo(shown);
        // Of two ints and a bit of the packed columns.
        assertThat(board.rowBytes()).isLessThan(150_000 * 17L);
    }

    /** A million records within 30 days, of which every second counts at a day of the ten years before. */
    @Test
    void thirty_days_of_a_million_records_are_ranked_within_200_ms() {
        Random random = new Random(6);
        int records = 1_000_000;
        for (int i = 0; i < records; i++) {
            int today = 20_000 + 30 * i / records;
            int day = i % 2 == 0 ? today : today - random.nextInt(3_650);
            add(board, new Record(random.nextInt(100_000), 1 + i % 9, today, day, i));
        }
        long ofNow = leastNanos(20_000);
        long ofThePast = leastNanos(18_000);
        System.out.printf(
                "30 days of %,d records, half of them back-dated: now %.1f ms, years ago %.1f ms%n",
                records, ofNow / 1e6, ofThePast / 1e6);
        assertThat(ofNow).isLessThan(200_000_000);
        assertThat(ofThePast).isLessThan(200_000_000);
    }

    /** Measures the processor time, since other tests run at the same time. */
    private long leastNanos(int fromDay) {
        var threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long started = threads.getCurrentThreadCpuTime();
            assertThat(board.window(fromDay, fromDay + 29, ALL).rank("cd", 0, 1_000))
                    .hasSize(1_000);
            least = Math.min(least, threads.getCurrentThreadCpuTime() - started);
        }
        return least;
    }

    private long rank(long fan) {
        return board.rank(board.find(fan));
    }

    private List<LeaderboardRow> window(int from, int to) {
        return board.window(from, to, ALL).rank("cd", 0, 100_000);
    }

    private static LeaderboardRow row(long fan, long count, long rank) {
        return new LeaderboardRow("cd", fan, count, rank);
    }
}
