package encore.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Locks the texts of ids of streams, which stand in logs, claims and views: {@code docs/stream-names.txt} lists texts that
 * each id prints, reads and refuses. {@code ./encore docs} adds a new id and changes no line. The values are made of the
 * components of the records, so that no list names the ids.
 */
class StreamNamesTest {

    private static final Path LOCK = Path.of("../docs/stream-names.txt");

    private static final String HEAD = """
            # The ids of streams: texts that each one prints, reads and refuses. They are names of streams in the log and owners of
            # claims, so a line never changes. `./encore docs` adds the lines of a new id. Each text is a string of JSON. "as" follows
            # where a text is read, but printed in another way.

            """;

    private static final JsonMapper JSON =
            JsonMapper.builder().addModule(new RecordCreatorModule()).build();

    /** How many values each component has. In one more round, the components that may be null are null. */
    private static final int VALUES = 5;

    /** Stands in the place of each part of a text in turn. */
    private static final List<String> PARTS =
            List.of("", "x", " 7", "+7", "-7", "007", "٧", "2147483648", "9223372036854775808", "2026-3-1");

    @Test
    void each_id_prints_and_reads_the_texts_of_before() throws IOException {
        Map<String, String> now = new TreeMap<>();
        for (Class<? extends StreamId> type : MessageTypes.of(StreamId.class)) {
            String kind = kind(id(type, 0).toString());
            assertThat(now.put(kind, lines(type))).as("%s is one id", kind).isNull();
        }
        assertThat(now).containsAllEntriesOf(locked());
        String lock = HEAD
                + now.entrySet().stream()
                        .map(one -> one.getKey() + "\n" + one.getValue())
                        .collect(Collectors.joining("\n"));
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(LOCK, lock);
        }
        assertThat(LOCK).content().isEqualTo(lock);
    }

    private static Map<String, String> locked() throws IOException {
        if (Files.notExists(LOCK)) {
            return Map.of();
        }
        return Arrays.stream(Files.readString(LOCK).substring(HEAD.length()).split("\n(?=\\S)"))
                .map(block -> block.split("\n", 2))
                .collect(Collectors.toMap(block -> block[0], block -> block[1].stripTrailing() + "\n"));
    }

    private static String lines(Class<? extends StreamId> type) {
        StringBuilder lines = new StringBuilder();
        Set<String> printed = new LinkedHashSet<>();
        for (int round = 0; round <= VALUES; round++) {
            StreamId id = id(type, round);
            String text = id.toString();
            assertThat(JSON.valueToTree(id).asString()).isEqualTo(text);
            assertThat(id.account()).isEqualTo(value(long.class, round % VALUES, 0));
            if (printed.add(text)) {
                StreamId back = read(type, text);
                String outcome =
                        back == null ? ", which it refuses" : back.equals(id) ? "" : ", which it reads as another id";
                lines.append("  prints ").append(quoted(text)).append(outcome).append('\n');
            }
        }
        List<String> reads = new ArrayList<>();
        List<String> refuses = new ArrayList<>();
        for (String text : variants(id(type, 0).toString())) {
            StreamId back = read(type, text);
            if (back == null) {
                refuses.add(quoted(text));
            } else {
                reads.add(quoted(text) + (back.toString().equals(text) ? "" : " as " + quoted(back.toString())));
            }
        }
        return lines.append("  reads ")
                .append(String.join(", ", reads))
                .append("\n  refuses ")
                .append(String.join(", ", refuses))
                .append('\n')
                .toString();
    }

    /** Returns the id that a text of JSON is, as a value and as a key; null for one that is refused. */
    private static @Nullable StreamId read(Class<? extends StreamId> type, String text) {
        StreamId value;
        try {
            value = JSON.convertValue(text, type);
        } catch (JacksonException refused) {
            value = null;
        }
        StreamId key;
        try {
            Map<?, ?> map = JSON.convertValue(
                    Map.of(text, 1), JSON.getTypeFactory().constructMapType(LinkedHashMap.class, type, Integer.class));
            key = (StreamId) map.keySet().iterator().next();
        } catch (JacksonException refused) {
            key = null;
        }
        assertThat(key).isEqualTo(value);
        return value;
    }

    /** Returns texts like this one that are too short, too long, of another kind, or have another part. */
    private static Set<String> variants(String text) {
        String kind = kind(text);
        Set<String> variants = new LinkedHashSet<>(List.of(
                "",
                kind,
                kind + ".",
                text.substring(0, text.lastIndexOf('.')),
                text + ".",
                text + ".x",
                "." + text,
                " " + text,
                "x" + text,
                text.toUpperCase(Locale.ROOT)));
        String[] parts = text.split("\\.", -1);
        for (int i = 1; i < parts.length; i++) {
            for (String other : PARTS) {
                String[] changed = parts.clone();
                changed[i] = other;
                variants.add(String.join(".", changed));
            }
        }
        return variants;
    }

    private static String kind(String text) {
        return text.substring(0, text.indexOf('.'));
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private static StreamId id(Class<? extends StreamId> type, int round) {
        return type.cast(record(type, round, new ArrayList<>()));
    }

    /** @param before the parts so far: each part of a text differs from the others */
    private static Object record(Class<?> type, int round, List<Object> before) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components[i], round, before);
        }
        try {
            return type.getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new))
                    .newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable Object value(RecordComponent component, int round, List<Object> before) {
        Class<?> type = component.getType();
        if (type.isRecord()) {
            return record(type, round, before);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[round % type.getEnumConstants().length];
        }
        boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        if (round == VALUES && isNullable) {
            return null;
        }
        Object value = value(type, round % VALUES, before.size());
        before.add(value);
        return value;
    }

    private static Object value(Class<?> type, int round, int place) {
        return switch (type.getSimpleName()) {
            case "long" ->
                List.of(7L + place, Long.MAX_VALUE - place, Long.MIN_VALUE + place, -1L - place, 0L)
                        .get(round);
            case "int" ->
                List.of(7 + place, Integer.MAX_VALUE - place, Integer.MIN_VALUE + place, -1 - place, 0)
                        .get(round);
            case "String" ->
                List.of(
                                "u" + place,
                                "0192f3c1-7a2b-7c3d-8e4f-0123456789a" + place,
                                "",
                                "Ä /:%~\n\"" + place + "😀",
                                "a.b" + place)
                        .get(round);
            case "LocalDate" ->
                List.of(
                                LocalDate.of(2026, 3, 1 + place),
                                LocalDate.MAX,
                                LocalDate.MIN,
                                LocalDate.of(-1, 12, 31),
                                LocalDate.of(0, 2, 29))
                        .get(round);
            default -> throw new AssertionError("Add values of " + type);
        };
    }
}
