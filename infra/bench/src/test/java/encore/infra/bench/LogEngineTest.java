package encore.infra.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import encore.kernel.points.PointsCommand.AwardPoints;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark of the engine has the stores of a server, whichever are added. */
class LogEngineTest {

    @Test
    void it_starts_on_an_empty_directory_and_awards_again_after_a_restart(@TempDir Path data) {
        for (int start = 0; start < 2; start++) {
            try (var engine = new LogEngine(data.toString())) {
                AwardPoints award = EngineBench.award();
                assertThatCode(() -> engine.award(award)).doesNotThrowAnyException();
            }
        }
    }
}
