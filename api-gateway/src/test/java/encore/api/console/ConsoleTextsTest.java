package encore.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The texts that a person reads stand in the files of texts alone: no other module of the console has such a literal. */
class ConsoleTextsTest {

    /** Names of headers, algorithms, zones and keys of maps, which nobody reads. */
    private static final Set<String> NOT_TEXTS = Set.of(
            "Arrow",
            "Content-Type",
            "Control+K Meta+K",
            "ETag",
            "Ed25519",
            "Encore-Console",
            "Encore-Min-Position",
            "Encore-Position",
            "Esc",
            "Etc/UTC",
            "Idempotency-Key",
            "If-Match",
            "R",
            "Retry-After",
            "input, select, textarea, dialog, [contenteditable]",
            "outline danger",
            "outline secondary",
            "utc day");

    private static final Pattern LITERAL = Pattern.compile("'((?:[^'\\\\]|\\\\.)*)'|`((?:[^`\\\\]|\\\\.)*)`");
    private static final Pattern VALUE = Pattern.compile("\\$\\{[^{}]*}");
    private static final Pattern WORDS = Pattern.compile("\\p{L}[\\p{L},:.\u2019]* +\\p{L}|\\p{L} +$|^ +\\p{L}");
    private static final Pattern CAPITAL = Pattern.compile("^\\p{Lu}\\p{Ll}");
    private static final Pattern COMMAND = Pattern.compile("^\\./encore |^encore head ");
    private static final Pattern LETTER = Pattern.compile("\\p{L}");

    /** Code before a literal that chooses or names something: a class, an element, a key that was pressed. */
    private static final Pattern NAMING =
            Pattern.compile("(class|className|rel|viewBox|'data-act'|'aria-keyshortcuts')(:| =) [^,}]*$"
                    + "|(querySelector|querySelectorAll|closest|matchMedia|setAttribute|has|el)\\($|[!=]== $");

    /** Code before a literal that shows it. */
    private static final Pattern SHOWING =
            Pattern.compile("(label|hint|placeholder|alt|'aria-label'|message|detail): (\\S+ \\? )?$"
                    + "|\\b(button|say|deed|act|none|confirmed|entitle|Error)\\($|\\bel\\([^()]*}, $");

    @Test
    void each_text_of_the_console_stands_in_the_files_of_texts() throws IOException {
        var found = new ArrayList<String>();
        var modules = new PathMatchingResourcePatternResolver().getResources("classpath:console/*.js");
        assertThat(modules).hasSizeGreaterThan(40);
        for (Resource module : modules) {
            String name = String.valueOf(module.getFilename());
            if (name.startsWith("texts")) {
                continue;
            }
            int number = 0;
            for (String line : module.getContentAsString(UTF_8).split("\n")) {
                number++;
                for (String text : texts(line)) {
                    found.add(name + ":" + number + " " + text);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  el('h1', {}, 'Bans'),",
                "  say(`${name} is removed.`);",
                "  { name: 'code', label: 'code of your app' },",
                "  'Head before it': proof.previous_head,",
                "  ['Rank', row => count(row.rank), true],",
                "  row.is_bad ? el('span', { class: 'bad' }, 'deleted') : '',",
                "  throw new Error('unreadable');",
                "  const label = isInvited ? 'Accept the invitation' : title;",
            })
    void a_text_in_a_module_is_found(String line) {
        assertThat(texts(line)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  // Says 'Saved.' when it is.",
                "  button(TEXT.add, add, { class: 'outline secondary', 'data-act': `add ${id}` }),",
                "  if (event.key === 'ArrowDown') return el('span');",
                "  const found = await get(`/api/v1/crm/fans/${id}`, { order: 'desc' }, signal);",
                "  { name: 'min_purchase_date', label: TEXT.from, kind: 'day' },",
            })
    void names_are_no_texts(String line) {
        assertThat(texts(line)).isEmpty();
    }

    private static List<String> texts(String line) {
        if (line.strip().startsWith("//")) {
            return List.of();
        }
        var texts = new ArrayList<String>();
        var literal = LITERAL.matcher(line);
        while (literal.find()) {
            String before = line.substring(0, literal.start());
            String text = literal.group(1) != null
                    ? literal.group(1)
                    : VALUE.matcher(literal.group(2)).replaceAll("1");
            if (isRead(before, text)) {
                texts.add(literal.group());
            }
        }
        return texts;
    }

    private static boolean isRead(String before, String text) {
        return !NOT_TEXTS.contains(text)
                && LETTER.matcher(text).find()
                && !COMMAND.matcher(text).find()
                && !NAMING.matcher(before).find()
                && (WORDS.matcher(text).find()
                        || CAPITAL.matcher(text).find()
                        || SHOWING.matcher(before).find());
    }
}
