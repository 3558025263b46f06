package encore.infra.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of a rebuild has the projections of a server, however these are declared. */
class FillBenchTest {

    @Test
    void it_fills_all_projections_of_an_empty_directory(@TempDir Path data) {
        assertThatCode(() -> FillBench.main(new String[] {data.toString(), "together"}))
                .doesNotThrowAnyException();
    }
}
