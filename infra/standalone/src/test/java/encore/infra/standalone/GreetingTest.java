package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.adapter.JumpDetectingClock.StampsAhead;
import encore.infra.standalone.settings.StorageSettingsBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GreetingTest {

    @Test
    void a_newcomer_is_told_the_address_the_keys_and_what_to_try() {
        var printed = new ByteArrayOutputStream();
        new Greeting(
                        StorageSettingsBuilder.builder()
                                .data(Path.of("some", "where"))
                                .segments(1)
                                .clockAhead(StampsAhead.REFUSE)
                                .build(),
                        true,
                        new PrintStream(printed, true, StandardCharsets.UTF_8))
                .greet("http://localhost:8081");
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("http://localhost:8081/api/v1", "README.md", "import-purchases", "/docs")
                .contains(Path.of("some", "where", "demo-keys.json").toString());
    }
}
