import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Runs the tests of all modules beside each other, after one build has compiled them. Maven begins a module's tests only
 * when those of all that it needs have ended, so the longest ran last and alone.
 *
 * <p>Each module's tests run in a JVM of their own, by JUnit's console. The journeys take longest: they begin first, and the
 * tests of the other modules run beside them. A test that fails runs once more when all others have ended; if it passes
 * then, it counts as a flake, and the suite says so. Reports lie in {@code target/surefire-reports}, and those of the second
 * run in {@code again} below it.
 *
 * <p>{@code ./encore test} runs it from the root of the project, with the file of the JVM options of tests.
 */
public final class Suite {

    /** The longest module all the time, and the others one after the other. More would only take time from each other. */
    private static final int AT_A_TIME = 2;

    /** Has the longest tests, so the others take what its own leave of the cores. */
    private static final String LONGEST = "infra/standalone";

    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern UNIQUE_ID = Pattern.compile("^unique-id: (.*)$", Pattern.MULTILINE);

    private final Path root = Path.of("").toAbsolutePath();
    private final String options;

    private Suite(String options) {
        this.options = options;
    }

    public static void main(String... arguments) throws Exception {
        System.exit(new Suite(arguments[0]).passes() ? 0 : 1);
    }

    /**
     * The result of a module's tests.
     *
     * @param ended whether the JVM ended as JUnit ends it, and has run a test
     */
    private record Outcome(Path module, int tests, int skipped, List<Failure> failures, boolean ended) {}

    /** @param uniqueId finds the test again, with the arguments that it ran with */
    private record Failure(String test, String uniqueId, String trace) {}

    private boolean passes() throws Exception {
        List<Future<Outcome>> running = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            for (Path module : modules()) {
                running.add(threads.submit(() -> run(module, "", List.of("--scan-classpath=target/test-classes"))));
            }
            for (Future<Outcome> one : running) {
                outcomes.add(outcome(one));
            }
        }
        int flakes = 0;
        List<Failure> failures = new ArrayList<>();
        for (Outcome first : outcomes) {
            List<Failure> again = again(first);
            failures.addAll(again);
            flakes += first.failures().size() - again.size();
        }
        failures.forEach(failure -> System.out.printf("FAILED %s%n%s%n", failure.test(), failure.trace()));
        boolean ended = outcomes.stream().allMatch(Outcome::ended);
        System.out.printf(
                "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d, Flakes: %d%n",
                outcomes.stream().mapToInt(Outcome::tests).sum(),
                failures.size(),
                ended ? 0 : 1,
                outcomes.stream().mapToInt(Outcome::skipped).sum(),
                flakes);
        return ended && failures.isEmpty();
    }

    private List<Failure> again(Outcome first) throws Exception {
        if (first.failures().isEmpty() || !first.ended()) {
            return first.failures();
        }
        List<String> selected = first.failures().stream()
                .map(failure -> "--select-unique-id=" + failure.uniqueId())
                .distinct()
                .toList();
        Outcome second = run(first.module(), "again", selected);
        // What failed first is shown: of a flake it is all that there is.
        first.failures().stream()
                .filter(failure -> second.failures().stream().noneMatch(next -> next.uniqueId().equals(failure.uniqueId())))
                .forEach(flake -> System.out.printf("FLAKE %s%n%s%n", flake.test(), flake.trace()));
        return second.ended() ? second.failures() : first.failures();
    }

    private List<Path> modules() throws IOException {
        Stream<String> others = MODULE.matcher(Files.readString(root.resolve("pom.xml")))
                .results()
                .map(found -> found.group(1))
                .filter(module -> !module.equals(LONGEST));
        return Stream.concat(Stream.of(LONGEST), others)
                .map(root::resolve)
                .filter(module -> Files.isDirectory(module.resolve("target/test-classes")))
                .toList();
    }

    /** @param below the directory of its reports below those of the module */
    private Outcome run(Path module, String below, List<String> selected) throws Exception {
        long begin = System.nanoTime();
        Path reports = module.resolve("target/surefire-reports").resolve(below);
        Files.createDirectories(reports);
        for (Path earlier : reportsIn(reports)) {
            Files.delete(earlier);
        }
        List<String> command = new ArrayList<>();
        if (!module.equals(root.resolve(LONGEST))) {
            command.addAll(List.of("nice", "-n", "5"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + options);
        command.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        "target/test-classes",
                        "target/classes",
                        Files.readString(module.resolve("target/test-class-path")).strip()),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--include-classname=^[^$]+Test$",
                "--details=testfeed",
                "--disable-banner",
                "--disable-ansi-colors",
                "--reports-dir=" + reports));
        command.addAll(selected);
        File said = reports.resolve("output.txt").toFile();
        Process tests = new ProcessBuilder(command)
                .directory(module.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(tests::destroy));
        int status = tests.waitFor();
        Outcome outcome = read(module, reportsIn(reports), status);
        System.out.printf(
                "%s: %d tests, %d failed, %d s%s%n",
                root.relativize(module),
                outcome.tests(),
                outcome.failures().size(),
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                outcome.ended() ? "" : "; it did not end (" + status + "): see " + said);
        return outcome;
    }

    /** One for each engine: JUnit's own, and that of ArchUnit. */
    private static List<Path> reportsIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).toList();
        }
    }

    private static Outcome read(Path module, List<Path> reports, int status) throws Exception {
        int tests = 0;
        int skipped = 0;
        List<Failure> failures = new ArrayList<>();
        for (Path report : reports) {
            Element suite = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            tests += Integer.parseInt(suite.getAttribute("tests"));
            skipped += Integer.parseInt(suite.getAttribute("skipped"));
            NodeList cases = suite.getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                Element test = (Element) cases.item(i);
                for (String kind : List.of("failure", "error")) {
                    NodeList found = test.getElementsByTagName(kind);
                    if (found.getLength() > 0) {
                        failures.add(new Failure(
                                test.getAttribute("classname") + "#" + test.getAttribute("name"),
                                UNIQUE_ID
                                        .matcher(test.getTextContent())
                                        .results()
                                        .map(id -> id.group(1))
                                        .findFirst()
                                        .orElseThrow(),
                                found.item(0).getTextContent()));
                    }
                }
            }
        }
        // JUnit's console ends with 1 when tests failed. A JVM that cannot start ends with 1 too, and leaves no report.
        boolean ended = tests > 0 && status == (failures.isEmpty() ? 0 : 1);
        return new Outcome(module, tests, skipped, failures, ended);
    }

    private static Outcome outcome(Future<Outcome> one) throws Exception {
        try {
            return one.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
