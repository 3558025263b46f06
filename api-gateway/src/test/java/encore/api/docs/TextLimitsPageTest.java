package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.input.TextLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bounds of texts in docs/api-decisions.md are those that calls have. */
class TextLimitsPageTest {

    private static final Pattern LINE = Pattern.compile("  - ([\\d,]+) characters:((?:[\\s,]*`\\w+`)+)");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void the_page_lists_each_bound() throws IOException {
        Map<String, Integer> listed = new HashMap<>();
        Matcher line = LINE.matcher(Files.readString(Path.of("..", "docs", "api-decisions.md")));
        while (line.find()) {
            Matcher name = NAME.matcher(line.group(2));
            while (name.find()) {
                listed.put(name.group(1), Integer.valueOf(line.group(1).replace(",", "")));
            }
        }
        assertThat(listed).isEqualTo(TextLimits.all());
    }
}
