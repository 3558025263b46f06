package encore.api.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The contract as the specification says it: files beside the tests. */
final class Spec {

    private static final Path RESOURCES = Path.of("src/test/resources");

    private Spec() {}

    /** The lines of a file, without comments. */
    static List<String> lines(String file) {
        try {
            return Files.readAllLines(RESOURCES.resolve(file)).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /**
     * One endpoint of endpoints.tsv.
     *
     * @param path as it is called, with {@code {names}}
     * @param scope empty where none is named
     */
    record Endpoint(String method, String path, String scope, String lock) {

        static List<Endpoint> all() {
            return lines("endpoints.tsv").stream()
                    .skip(1)
                    .map(line -> line.split("\t"))
                    .map(row -> new Endpoint(row[0], called(row[1]), row[2].equals("-") ? "" : row[2], row[3]))
                    .toList();
        }

        private static String called(String path) {
            return path.replaceFirst("^/v1", "/api/v1")
                    .replaceFirst("^\\{base}", "")
                    .replace('<', '{')
                    .replace('>', '}');
        }

        String key() {
            return method + " " + path;
        }
    }

    /** Takes out of a list of open endpoints what is there by now; {@code ./encore docs} does it. */
    static void shrink(String file, Predicate<String> isOpen) {
        if (!Boolean.getBoolean("encore.docs.write")) {
            return;
        }
        try {
            Files.write(
                    RESOURCES.resolve(file), lines(file).stream().filter(isOpen).toList());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * One row of spec-issue3.tsv.
     *
     * @param place path, query, form, refused or answer
     * @param type {@code -} where the specification leaves it open
     */
    record Row(String endpoint, String place, String name, String type, List<String> bounds) {

        static List<Row> all() {
            return lines("spec-issue3.tsv").stream()
                    .map(line -> line.split("\t", -1))
                    .map(row -> new Row(
                            row[0] + " " + row[1],
                            row[2],
                            row[3],
                            row[4],
                            row.length < 6 || row[5].isEmpty() ? List.of() : Arrays.asList(row[5].split(", "))))
                    .toList();
        }

        boolean isRequired() {
            return bounds.contains("required");
        }
    }
}
