package encore.api.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", " =1+1", "\u00a0x"})
    void no_cell_is_a_formula(String text) {
        String written = Csv.line(List.of(text));
        assertThat(written.charAt(0)).isNotIn('=', '+', '-', '@', '\t');
        assertThat(written.stripLeading().charAt(0)).isNotIn('=', '+', '-', '@');
    }

    @Test
    void cells_with_commas_quotes_and_line_breaks_are_quoted() {
        assertThat(Csv.line(List.of("a", "b,c", "d\"e", "f\ng", ""))).isEqualTo("a,\"b,c\",\"d\"\"e\",\"f\ng\",\r\n");
        assertThat(Csv.line(List.of("=a,b"))).isEqualTo("\"'=a,b\"\r\n");
    }
}
