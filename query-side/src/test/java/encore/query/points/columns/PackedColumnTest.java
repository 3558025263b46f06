package encore.query.points.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class PackedColumnTest {

    private static final int ROWS = 3 * PackedColumn.PAGE + 100;

    private final Random random = new Random(5);

    @Test
    void it_holds_what_was_written_however_many_bits_that_takes() {
        for (int bits = 0; bits < Long.SIZE; bits++) {
            long bound = 1L << bits;
            holds(() -> bound < 2 ? 7 : random.nextLong(bound));
            holds(() -> bound < 2 ? -7 : random.nextLong(-bound, bound));
        }
        holds(random::nextLong);
        holds(() -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    private void holds(LongSupplier numbers) {
        long[] written = new long[ROWS];
        PackedColumn column = new PackedColumn();
        for (int row = 0; row < ROWS; row++) {
            written[row] = numbers.getAsLong();
            column.add(written[row]);
        }
        for (int row = 0; row < ROWS; row++) {
            if (column.get(row) != written[row]) {
                assertThat(column.get(row)).as("row %d", row).isEqualTo(written[row]);
            }
        }
    }

    @Test
    void a_reader_of_an_earlier_state_goes_on_reading_while_pages_become_full() {
        PackedColumn column = new PackedColumn();
        for (int seen = 0; seen < ROWS; seen += 1_000) {
            PackedColumn then = column.snapshot();
            for (int row = seen; row < seen + 1_000; row++) {
                column.add(row * 3L);
            }
            for (int row = 0; row < seen; row += 7) {
                assertThat(then.get(row)).isEqualTo(row * 3L);
            }
        }
    }

    @Test
    void a_number_takes_as_many_bits_as_there_is_to_say_of_it() {
        PackedColumn column = new PackedColumn();
        for (int row = 0; row < 3 * PackedColumn.PAGE; row++) {
            column.add(1_000_000_000_000L + random.nextInt(100));
        }
        assertThat(column.bytes()).isLessThan(3 * PackedColumn.PAGE * 7 / 8 + 100);
    }
}
