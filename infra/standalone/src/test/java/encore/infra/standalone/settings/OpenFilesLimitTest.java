package encore.infra.standalone.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFilesLimitTest {

    @Test
    void a_limit_that_is_too_low_is_said_with_what_is_missing() {
        assertThat(OpenFilesLimit.problem(256)).contains("may open 256 files", "at least 1024", "ulimit -n");
        assertThat(OpenFilesLimit.problem(1_023)).isNotNull();
        assertThat(OpenFilesLimit.problem(1_024)).isNull();
        assertThat(OpenFilesLimit.problem(-1)).isNull();
    }

    @Test
    void the_limit_of_this_process_is_known() {
        assertThat(OpenFilesLimit.problem()).isNull();
    }
}
