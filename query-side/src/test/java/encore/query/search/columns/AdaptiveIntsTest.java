package encore.query.search.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaptiveIntsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 100, 0, 127",
        "0, 100, 0, 65535",
        "0, 100, 0, 2147483647",
        "-128, 100, -128, 127",
        "-3, 100, 0, 65535",
        "-3, 100, -70000, 70000",
        "0, 60000, -1, 60000"
    })
    void the_last_value_of_a_row_is_read_however_wide_it_is(int least, int most, int then, int greatest) {
        var random = new Random(most ^ greatest);
        var column = new AdaptiveInts();
        int[] said = new int[3_000];
        for (int i = 0; i < 20_000; i++) {
            int row = random.nextInt(1 + i * said.length / 20_000);
            said[row] = i < 8_000
                    ? random.nextInt(least, most + 1)
                    : (int) random.nextLong(Math.min(least, then), greatest + 1L);
            column.set(row, said[row]);
        }
        for (int row = 0; row < said.length; row++) {
            assertThat(column.get(row)).isEqualTo(said[row]);
        }
        assertThat(column.get(1_000_000)).isZero();
    }
}
