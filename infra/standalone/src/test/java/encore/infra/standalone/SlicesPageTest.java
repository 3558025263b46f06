package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/slices.md what the packages contain. {@code ./encore docs} writes it anew. */
class SlicesPageTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path PAGE = ROOT.resolve("docs/slices.md");
    private static final int MAX_LINE = 120;

    private static final String HEAD = """
            # All slices

            Generated from the packages (`./encore docs`); do not edit. A slice has the same package in the kernel and in each
            side: `points` is `encore.kernel.points`, `encore.command.points`, `encore.query.points` and `encore.api.points`.
            A slice without commands only reads. `FanIndexProjection`, which answers searches for fans, also follows the
            events of several other slices. [events.md](events.md) lists all events and [endpoints.md](endpoints.md) all
            endpoints.
            """;

    /** A role of classes in a slice: the side that they are in, and the text by which their source is recognised. */
    private enum Role {
        COMMANDS("commands", "shared-kernel", "interface \\w+Command\\b"),
        DECIDED_BY("decided by", "command-side", "@Aggregate\\b|@CommandHandler\\b"),
        AUTOMATIONS("automations", "command-side", "class When\\w+Then\\w+"),
        EVENTS("events", "shared-kernel", "interface \\w+Event\\b"),
        QUERIES("queries", "shared-kernel", "interface \\w+Query\\b"),
        PROJECTIONS("projections", "query-side", "class \\w+Projection\\b|class \\w+ implements [^{]*\\bProjection\\b"),
        JOINS("joins and other answers", "query-side", "@QueryHandler\\b"),
        CONTROLLERS("controllers", "api-gateway", "@(?:Rest)?Controller\\b"),
        STREAMS("streams and actions", "api-gateway", "class \\w+ implements [^{]*\\b(?:LiveStream|RoomAction)\\b");

        private final String title;
        private final String module;
        private final Pattern source;

        Role(String title, String module, String source) {
            this.title = title;
            this.module = module;
            this.source = Pattern.compile("^(?!\\s*\\*).*(?:" + source + ")", Pattern.MULTILINE);
        }

        private static List<Role> of(String module, String source) {
            List<Role> roles = Stream.of(values())
                    .filter(role -> role.module.equals(module)
                            && role.source.matcher(source).find())
                    .toList();
            return roles.contains(PROJECTIONS) ? List.of(PROJECTIONS) : roles;
        }
    }

    @Test
    void the_page_of_slices_says_what_the_packages_contain() throws IOException {
        String page = HEAD
                + slices().entrySet().stream()
                        .map(slice -> "\n## " + slice.getKey() + "\n\n" + lines(slice.getValue()))
                        .collect(Collectors.joining());
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static SortedMap<String, SortedMap<Role, TreeSet<String>>> slices() throws IOException {
        SortedMap<String, SortedMap<Role, TreeSet<String>>> slices = new TreeMap<>();
        Map<String, String> sides = Map.of(
                "shared-kernel", "kernel", "command-side", "command", "query-side", "query", "api-gateway", "api");
        for (Map.Entry<String, String> side : sides.entrySet()) {
            Path root =
                    ROOT.resolve(side.getKey()).resolve("src/main/java/encore").resolve(side.getValue());
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String slice = IntStream.range(0, root.relativize(file).getNameCount() - 1)
                            .mapToObj(i -> root.relativize(file).getName(i).toString())
                            .collect(Collectors.joining("."));
                    String name = file.getFileName().toString().replace(".java", "");
                    for (Role role : Role.of(side.getKey(), Files.readString(file))) {
                        if (!slice.isEmpty()) {
                            slices.computeIfAbsent(slice, key -> new TreeMap<>())
                                    .computeIfAbsent(role, key -> new TreeSet<>())
                                    .add(name);
                        }
                    }
                }
            }
        }
        return slices;
    }

    private static String lines(SortedMap<Role, TreeSet<String>> classes) {
        return classes.entrySet().stream()
                .map(role -> wrapped("- %s: %s"
                        .formatted(
                                role.getKey().title,
                                role.getValue().stream()
                                        .map(name -> "`" + name + "`")
                                        .collect(Collectors.joining(", ")))))
                .collect(Collectors.joining());
    }

    private static String wrapped(String line) {
        if (line.length() <= MAX_LINE) {
            return line + "\n";
        }
        Matcher space = Pattern.compile(" (?=`)").matcher(line);
        int end = 0;
        while (space.find() && space.start() <= MAX_LINE) {
            end = space.start();
        }
        return line.substring(0, end) + "\n" + wrapped(" " + line.substring(end));
    }
}
