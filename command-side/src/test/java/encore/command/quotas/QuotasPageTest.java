package encore.command.quotas;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.quotas.Quota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The quotas in docs/settings.md are those of the code. */
class QuotasPageTest {

    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)`[^|]*\\| ([\\d,]+|no quota) \\| ([\\d,]+)");

    @Test
    void the_page_lists_each_quota_with_its_default_and_bytes() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "settings.md"));
        Map<String, String> listed = new LinkedHashMap<>();
        Matcher row = ROW.matcher(page.substring(page.indexOf("## Quotas"), page.indexOf("## Sides")));
        while (row.find()) {
            listed.put(row.group(1), (row.group(2) + " " + row.group(3)).replace(",", ""));
        }
        assertThat(listed)
                .isEqualTo(Arrays.stream(Quota.values())
                        .collect(Collectors.toMap(
                                Quota::toString,
                                quota -> (quota.most() == Quota.NO_BOUND ? "no quota" : "" + quota.most()) + " "
                                        + quota.bytes())));
    }
}
