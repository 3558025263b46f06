package encore.infra.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/benchmarks.md what the scripts say of themselves. {@code ./encore docs} writes it anew. */
class BenchmarksPageTest {

    private static final Path PAGE = Path.of("../../docs/benchmarks.md");

    /** Other scripts run it on their logs, and auditors copy it alone. */
    private static final String VERIFIER = "verify_log.py";

    @Test
    void the_page_of_benchmarks_names_each_script() throws IOException {
        String page = page();
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    @Test
    void each_script_can_be_tried_in_a_run_of_seconds() throws IOException {
        for (Path script : scripts(Files::isExecutable)) {
            if (!script.endsWith(VERIFIER)) {
                assertThat(script).content().containsAnyOf("parsed(", "--smallest");
            }
        }
    }

    private static String page() throws IOException {
        return """
                # Benchmarks

                Generated from the scripts of `infra/bench` (`./encore docs`); do not edit. `./encore bench <name>` runs one, and
                `--help` describes its options. `--smallest` is a run of seconds that tries each step of a script and judges no
                figure. `./encore check bench` makes this run of every script but `verify_log`, which others run on their logs. A
                script that lacks something on the machine, such as PostgreSQL or the network, says so, ends with 77, and counts as
                not run.

                | benchmark | what it shows |
                |---|---|
                """ + rows(Files::isExecutable) + """

                Shared by these scripts:

                | module | what it is for |
                |---|---|
                """ + rows(script -> !Files.isExecutable(script));
    }

    private static String rows(Predicate<Path> kind) throws IOException {
        return scripts(kind).stream()
                .map(script -> "| `%s` | %s |\n".formatted(name(script), summary(script)))
                .collect(Collectors.joining());
    }

    private static List<Path> scripts(Predicate<Path> kind) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.filter(file -> file.toString().matches(".*\\.(py|sh)"))
                    .filter(kind)
                    .sorted()
                    .toList();
        }
    }

    private static String name(Path script) {
        return script.toString().replaceFirst("\\.\\w+$", "");
    }

    /** Returns the first sentence of the script about itself. */
    private static String summary(Path script) {
        try (Stream<String> lines = Files.lines(script)) {
            return lines.filter(line -> line.startsWith("\"\"\"") || line.startsWith("# "))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll("\"\"\"|^# ", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
