package encore.infra.standalone.walk;

import encore.infra.standalone.walk.WalkStep.CallerKind;
import encore.infra.standalone.walk.WalkStep.Encoding;
import encore.infra.standalone.walk.WalkStep.Expectation;
import encore.infra.standalone.walk.WalkStep.Options;
import encore.infra.standalone.walk.WalkStep.Wanted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the steps of the walk from its files, whose README describes the format. */
public final class WalkFiles {

    private static final Path FOLDER = Path.of("src/test/resources/walk");

    private final List<WalkStep> steps = new ArrayList<>();

    private WalkFiles() {}

    /** Returns all steps, in the order in which they are played. */
    public static List<WalkStep> steps() {
        var files = new WalkFiles();
        try (Stream<Path> found = Files.list(FOLDER)) {
            for (Path file : found.filter(path -> path.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                files.read(file);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return List.copyOf(files.steps);
    }

    /** Returns the bytes of an image that a step sends. */
    public static byte[] image(String name) {
        try {
            return Files.readAllBytes(FOLDER.resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void read(Path file) throws IOException {
        String chapter = String.valueOf(file.getFileName()).replace(".txt", "");
        List<String> block = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank()) {
                add(chapter, block);
                block.clear();
            } else if (!line.startsWith("#")) {
                block.add(line.strip());
            }
        }
        add(chapter, block);
    }

    private void add(String chapter, List<String> block) {
        if (block.isEmpty()) {
            return;
        }
        var lines = new Lines();
        block.subList(2, block.size()).forEach(lines::take);
        String[] call = block.get(1).split(" ", 2);
        steps.add(lines.step(chapter, block.getFirst(), call[0], call[1]));
    }

    /** The lines of a step after its title and its call. */
    private static final class Lines {

        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<String, Wanted> kept = new LinkedHashMap<>();
        private final List<Expectation> expected = new ArrayList<>();
        private final List<String> frames = new ArrayList<>();
        private List<Integer> statuses = List.of(200);
        private CallerKind caller = CallerKind.SECRET;
        private Encoding encoding = Encoding.EITHER;
        private String image = "";
        private String needs = "";
        private boolean isPatient;
        private int times = 1;

        void take(String line) {
            if (line.startsWith("> ")) {
                String[] words = line.substring(2).split(" ", 2);
                order(words[0], words.length > 1 ? words[1] : "");
            } else {
                String[] pair = line.split(" = ", 2);
                if (pair.length < 2 || parameters.put(pair[0], pair[1]) != null) {
                    throw new IllegalStateException("This is no parameter, or given twice: " + line);
                }
            }
        }

        private void order(String word, String rest) {
            switch (word) {
                case "as" -> caller = CallerKind.valueOf(rest.toUpperCase(Locale.ROOT));
                case "form" -> encoding = Encoding.FORM;
                case "json" -> encoding = Encoding.JSON;
                case "image" -> image = rest;
                case "after" -> needs = rest;
                case "times" -> times = Integer.parseInt(rest);
                case "until" -> isPatient = true;
                case "send" -> frames.add(rest);
                case "status" ->
                    statuses = Stream.of(rest.split(" ")).map(Integer::valueOf).toList();
                case "header" -> headers.put(rest.split(" = ", 2)[0], rest.split(" = ", 2)[1]);
                case "keep" -> kept.put(rest.split(" = ", 2)[0], wanted(rest.split(" = ", 2)[1]));
                case "expect" -> {
                    // A name in brackets may hold an equals sign, but not one with blanks around it.
                    String[] pair = rest.split(" = ", 2);
                    expected.add(new Expectation(pair[0], pair[1]));
                }
                default -> throw new IllegalStateException("What is '" + word + "'?");
            }
        }

        private static Wanted wanted(String text) {
            String[] parts = text.split(" ~ ", 2);
            return new Wanted(parts[0], parts.length > 1 ? parts[1] : "");
        }

        WalkStep step(String chapter, String title, String method, String path) {
            var options = new Options(caller, encoding, image, headers, statuses, isPatient, times, needs);
            return new WalkStep(chapter, title, method, path, parameters, options, kept, expected, frames);
        }
    }
}
