package encore.infra.standalone.walk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rows of the contract by endpoint. The README beside its files describes the format. */
final class ContractTable {

    private static final Path FILES = Path.of("../../api-gateway/src/test/resources/contract");

    /**
     * A parameter or field.
     *
     * @param place path, in or out
     * @param name with <code>[]</code> after a list and <code>{}</code> after an object by keys of its own
     */
    record Row(String place, String name, String type) {}

    private final Map<String, List<String>> blocks = new TreeMap<>();

    private ContractTable() {}

    /** Returns the rows of each endpoint, by its method and path. */
    static Map<String, List<Row>> endpoints() {
        var table = new ContractTable();
        table.read();
        Map<String, List<Row>> endpoints = new TreeMap<>();
        table.blocks.forEach((head, lines) -> {
            String[] words = head.split(" +");
            if (words.length > 1) {
                endpoints.put(
                        words[0] + " " + words[1],
                        lines.stream().flatMap(line -> table.rows("", line)).toList());
            }
        });
        return endpoints;
    }

    private void read() {
        try (Stream<Path> files = Files.list(FILES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".txt")).toList()) {
                List<String> block = new ArrayList<>();
                for (String line : Files.readAllLines(file)) {
                    String text = line.replaceFirst("(^|\\s)#.*", "").stripTrailing();
                    if (text.startsWith(" ")) {
                        block.add(text.strip());
                    } else if (!text.isEmpty()) {
                        block = new ArrayList<>();
                        blocks.put(text, block);
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns a row, or all rows of the record that it names. */
    private Stream<Row> rows(String prefix, String line) {
        String[] words = line.split(" +");
        String name = words[1];
        String type = words[2];
        if (!blocks.containsKey(type)) {
            return Stream.of(new Row(words[0], prefix + name, type));
        }
        String under = name.equals(".") ? prefix : prefix + name + ".";
        return blocks.get(type).stream().flatMap(row -> rows(under, words[0] + " " + row));
    }
}
