package encore.api.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The contract as the specification says it: the files of src/test/resources/contract, whose README describes the format. */
final class Contract {

    private static final Path FILES = Path.of("src/test/resources/contract");
    private static final Map<String, Endpoint> ENDPOINTS = read(lines());

    /** The rows of each endpoint and each record, by the line at their head. */
    private final Map<String, List<String>> blocks = new TreeMap<>();

    private final Set<String> usedRecords = new HashSet<>();

    /**
     * One endpoint with all that is said of it.
     *
     * @param path as it is called, with {@code {names}}
     * @param scope empty where none is named
     * @param paging search, window, next, times, or empty
     */
    record Endpoint(String method, String path, String scope, String lock, String paging, List<Field> rows) {

        String key() {
            return method + " " + path;
        }
    }

    /** All of them, by method and path. */
    static Map<String, Endpoint> endpoints() {
        return ENDPOINTS;
    }

    /** Reads endpoints from lines of the format; the records that they use may stand after them. */
    static Map<String, Endpoint> read(List<String> lines) {
        var contract = new Contract();
        contract.split(lines);
        return contract.laidOut();
    }

    private void split(List<String> lines) {
        List<String> block = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(" ")) {
                block.add(line.strip());
            } else {
                block = new ArrayList<>();
                if (blocks.put(line, block) != null) {
                    throw new IllegalStateException("There are two of " + line);
                }
            }
        }
    }

    private Map<String, Endpoint> laidOut() {
        Map<String, Endpoint> endpoints = new TreeMap<>();
        blocks.forEach((head, rows) -> {
            String[] words = head.split(" +");
            if (words.length > 1) {
                var endpoint = new Endpoint(
                        words[0],
                        words[1],
                        words[2].equals("-") ? "" : words[2],
                        words[3],
                        words.length > 4 ? words[4] : "",
                        rows.stream()
                                .map(row -> row.split(" +", 2))
                                .flatMap(row -> fields(row[0], "", row[1]).stream())
                                .toList());
                if (endpoints.put(endpoint.key(), endpoint) != null) {
                    throw new IllegalStateException("There are two of " + endpoint.key());
                }
            }
        });
        for (String head : blocks.keySet()) {
            if (!head.contains(" ") && !usedRecords.contains(head)) {
                throw new IllegalStateException("Nothing uses " + head);
            }
        }
        return endpoints;
    }

    /** A row is a field, or all fields of a record under its name. */
    private List<Field> fields(String place, String prefix, String row) {
        String[] words = row.split(" +", 3);
        String name = prefix + words[0];
        String type = words[1];
        if (!Character.isUpperCase(type.charAt(0))) {
            return List.of(field(place, name, type, words.length < 3 ? "" : words[2]));
        }
        if (!blocks.containsKey(type)) {
            throw new IllegalStateException("There is no record " + type);
        }
        usedRecords.add(type);
        String under = words[0].equals(".") ? prefix : name + ".";
        return blocks.get(type).stream()
                .flatMap(inner -> fields(place, under, inner).stream())
                .toList();
    }

    private static Field field(String place, String name, String type, String bounds) {
        boolean required = place.equals("path");
        Map<String, BigDecimal> ends = new HashMap<>();
        Set<String> values = Set.of();
        for (String bound : bounds.isEmpty() ? new String[0] : bounds.split(", +")) {
            String[] words = bound.split(" ");
            switch (words[0]) {
                case "required" -> required = true;
                case "min", "max" -> ends.put(words[0], new BigDecimal(words[1]));
                case "values" -> values = Set.of(words[1].split("\\|", -1));
                case "default" -> {}
                default -> throw new IllegalStateException("What is '" + bound + "' of " + name + "?");
            }
        }
        return new Field(place, name, type, required, ends.get("min"), ends.get("max"), values);
    }

    /** Reads the lines of all files, without comments. */
    private static List<String> lines() {
        try (Stream<Path> files = Files.list(FILES)) {
            List<String> lines = new ArrayList<>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".txt")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
            return lines.stream()
                    .map(line -> line.replaceFirst("(^|\\s)#.*", "").stripTrailing())
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
