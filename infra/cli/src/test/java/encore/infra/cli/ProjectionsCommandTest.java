package encore.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProjectionsCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeEncore encore;

    @BeforeEach
    void a_server() throws IOException {
        encore = new FakeEncore();
    }

    @AfterEach
    void stop() {
        encore.close();
    }

    @Test
    void a_rebuild_is_followed_to_its_end_with_a_bar() {
        reply(200, "{\"name\": \"boards\", \"version\": 2}");
        reply(200, "[" + version(1, 1_000, 0) + "," + version(2, 400, 600) + "]");
        reply(200, "[" + version(1, 1_000, 0) + "," + version(2, 1_000, 0) + "]");
        assertThat(run(true, "rebuild", "boards")).isZero();
        assertThat(err.toString()).contains("400 of 1,000").contains("1,000 of 1,000");
        assertThat(out.toString()).contains("Version 2 of boards is filled");
    }

    @Test
    void every_version_is_listed() {
        reply(200, "[" + version(1, 1_000, 0) + "]");
        assertThat(run(false, "list")).isZero();
        assertThat(out.toString()).contains("boards", "1,000", "serves", "c0ffee");
    }

    @Test
    void versions_that_differ_are_reported_by_the_exit_code() {
        String compared = "{\"line\": \"compared\", \"documents\": 5, \"total\": 5, \"equal\": false}\n";
        reply(200, compared + "{\"line\": \"difference\", \"key\": \"7.cd\"}\n{\"line\": \"end\"}\n");
        assertThat(run(false, "compare", "boards")).isEqualTo(1);
        assertThat(out.toString()).contains("7.cd").contains("1 documents differ");
        reply(200, compared + "{\"line\": \"end\"}\n");
        assertThat(run(false, "compare", "boards")).isZero();
        reply(200, compared);
        assertThat(run(false, "compare", "boards")).isEqualTo(1);
        assertThat(err.toString()).contains("cut off");
    }

    @Test
    void a_refusal_of_the_server_is_printed() {
        reply(400, "{\"detail\": \"boards has no version to roll back to.\"}");
        assertThat(run(false, "rollback", "boards")).isEqualTo(1);
        assertThat(err.toString()).contains("no version to roll back to");
    }

    private void reply(int status, String body) {
        encore.first.add(new FakeEncore.Reply(status, "", body));
    }

    private static String version(int number, long position, long lag) {
        return "{\"name\": \"boards\", \"version\": " + number + ", \"serves\": " + (number == 1) + ", \"position\": "
                + position + ", \"lag\": " + lag + ", \"checksum\": \"c0ffee\"}";
    }

    private int run(boolean terminal, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "projections";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return EncoreCommand.commandLine(
                        Map.of(
                                "ENCORE_URL",
                                encore.url(),
                                "ENCORE_KEY",
                                "k",
                                "ENCORE_SECRET",
                                "s",
                                "ENCORE_OPERATOR_TOKEN",
                                "t"),
                        terminal)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
