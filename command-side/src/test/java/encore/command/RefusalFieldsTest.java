package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A refusal of one thing too many names the parameter that would have added it. */
class RefusalFieldsTest {

    private static final Pattern TOO_MANY = Pattern.compile(
            "new Refusal\\(\\s*(?:Kind\\.)?RULE,\\s*\"too-many-[^,]*,\\s*(?:\"(?:[^\"])*\"|\\w+)\\s*(.)");

    @Test
    void every_bound_is_refused_with_its_parameter() throws IOException {
        List<String> unnamed = new ArrayList<>();
        int found = 0;
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher refusals = TOO_MANY.matcher(Files.readString(file));
                while (refusals.find()) {
                    found++;
                    if (!refusals.group(1).equals(",")) {
                        unnamed.add(file + ": " + refusals.group());
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(10);
        assertThat(unnamed).isEmpty();
    }
}
