package encore.infra.standalone;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for names, packages and comments of the sources of all modules, and for the subjects of commits. */
class LanguageTest {

    private static final Path ROOT = Path.of("../..");
    private static final int MAX_FILES = 15;
    private static final int MAX_SUBJECT = 72;
    private static final String SHORT_SUBJECTS_SINCE = "2026-11-29T08:00:00Z";
    private static final Pattern DECLARATION = Pattern.compile(
            "^\\s*(?:[a-z-]+ )*(?:class|interface|enum|record|@interface) ([A-Z]\\w*)", Pattern.MULTILINE);
    private static final Pattern CLAUSE_AS_SUBJECT =
            Pattern.compile("/\\*\\*\\s+(?:\\* )?(?:What|Who|Whose|Whoever|Of what|Likewise)\\b");
    private static final Pattern NAMED_AFTER_TELLING =
            Pattern.compile("\\s(?:class|interface|enum|record|@interface) (?:Tell|Told)\\w*");
    private static final Pattern BOUND_NAMED_MOST = Pattern.compile("\\sMOST_\\w+(?= =)");
    private static final Pattern CLAUSE_AS_NAME = Pattern.compile("\\s(?:what|who|whose|whoever)_\\w*(?=\\()");

    private static List<Path> sources() {
        return sources("main");
    }

    private static List<Path> sources(String set) {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("/src/" + set + "/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void no_package_has_more_than_fifteen_files() {
        Map<Path, Long> large = sources().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        large.values().removeIf(files -> files <= MAX_FILES);
        assertThat(large).isEmpty();
    }

    /** {@code banned-names.txt} holds the names that said nothing, each once a type of ours. */
    @Test
    void no_type_has_a_name_that_was_given_up() throws IOException {
        Set<String> banned = new TreeSet<>();
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/banned-names.txt"))) {
            lines.filter(line -> !line.startsWith("#")).map(String::strip).forEach(banned::add);
        }
        Set<String> back = sources().stream()
                .flatMap(file -> DECLARATION.matcher(read(file)).results())
                .map(found -> found.group(1))
                .filter(banned::contains)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(banned).isNotEmpty();
        assertThat(back).isEmpty();
    }

    /** A command that reads is {@code ReadX}, and a value that customers receive is published. */
    @Test
    void no_type_is_named_after_telling() {
        assertThat(found(NAMED_AFTER_TELLING, sources())).isEmpty();
        assertThat(found(NAMED_AFTER_TELLING, sources("test"))).isEmpty();
    }

    private static Stream<String> found(Pattern pattern, List<Path> files) {
        return files.stream()
                .flatMap(file -> pattern.matcher(read(file))
                        .results()
                        .map(MatchResult::group)
                        .map(found -> file.getFileName() + ": " + found));
    }

    @Test
    void no_documentation_begins_with_what_or_who() {
        assertThat(found(CLAUSE_AS_SUBJECT, sources())).isEmpty();
    }

    /** The name of a test is a sentence, and its subject is a noun. */
    @Test
    void no_name_of_a_test_begins_with_what_or_who() {
        assertThat(found(CLAUSE_AS_NAME, sources("test"))).isEmpty();
    }

    @Test
    void no_bound_is_called_most() {
        assertThat(found(BOUND_NAMED_MOST, sources())).isEmpty();
        assertThat(found(BOUND_NAMED_MOST, sources("test"))).isEmpty();
    }

    /** Earlier commits have longer subjects. A clone may lack a history, or have the end of it alone. */
    @Test
    void subjects_of_commits_have_at_most_72_characters() throws IOException, InterruptedException {
        assumeTrue(Files.exists(ROOT.resolve(".git")), "the sources are no clone");
        Process log = new ProcessBuilder(
                        "git",
                        "-C",
                        ROOT.toString(),
                        "log",
                        "--no-merges",
                        "--since=" + SHORT_SUBJECTS_SINCE,
                        "--format=%s")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String subjects = new String(log.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(log.waitFor() == 0, "git cannot read the history");
        assertThat(subjects.lines().filter(subject -> subject.length() > MAX_SUBJECT))
                .isEmpty();
    }
}
