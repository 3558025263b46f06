package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A server of a test's own is a decision: {@code own-servers.tsv} counts them and says why. */
class OwnServersTest {

    private static final Path TESTS = Path.of("src/test");
    private static final Pattern START = Pattern.compile("RunningEncore\\.on\\(");

    @Test
    void each_server_of_a_tests_own_is_counted_with_its_reason() throws IOException {
        List<String[]> rows = Files.readAllLines(TESTS.resolve("resources/own-servers.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        assertThat(rows).allSatisfy(row -> assertThat(row[2]).isNotBlank());
        Map<String, Integer> listed = new TreeMap<>();
        rows.forEach(row -> listed.put(row[0], Integer.valueOf(row[1])));
        assertThat(starts()).isEqualTo(listed);
    }

    private static Map<String, Integer> starts() throws IOException {
        Map<String, Integer> starts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(TESTS.resolve("java"))) {
            for (Path file : files.filter(
                            path -> path.toString().endsWith("Test.java") || path.endsWith("SharedServers.java"))
                    .toList()) {
                int count =
                        (int) START.matcher(Files.readString(file)).results().count();
                if (count > 0) {
                    starts.put(file.getFileName().toString().replace(".java", ""), count);
                }
            }
        }
        return starts;
    }
}
