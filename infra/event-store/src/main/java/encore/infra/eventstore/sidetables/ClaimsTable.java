package encore.infra.eventstore.sidetables;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@code encore/claims.tsv}: which claims and once-keys each event demands beside the chain, and which
 * kinds of subjects end. {@code verify_log.py} reads the same file, and docs/log-format.md explains it. No aggregate
 * reads it: a verifier that shared its rules with the code that it verifies would share its faults (ADR 45).
 */
public final class ClaimsTable {

    private static final String FILE = "/encore/claims.tsv";
    private static final String NOTHING = "-";

    private final Map<String, List<ClaimRule>> claims = new HashMap<>();
    private final Map<String, OnceKeyRule> onceKeys = new HashMap<>();
    private final Map<String, SubjectRule> subjects = new LinkedHashMap<>();
    private final Map<String, SubjectRule> endings = new HashMap<>();

    /** Says how a claim row changes the slots of its stream. */
    public enum Action {
        /** The slot holds the event's value. An event without the value says nothing. */
        PUT,
        /** The slot holds the event's value and nothing else. An event without the value clears the slot. */
        REPLACE,
        /** The slot holds nothing. */
        CLEAR
    }

    /**
     * A change of one claim of the event's stream.
     *
     * @param space null for a row that clears slots whatever their space
     * @param ofInstallation whether the claim is of account 0, the whole installation, instead of the stream's account
     * @param slot one claim of the stream: its name, {@link #ALL} slots, or one for {@link #EACH} value
     * @param paths JSON pointers into the payload
     * @param value null for a row that clears slots whatever their values
     */
    public record ClaimRule(
            String event,
            @Nullable String space,
            boolean ofInstallation,
            String slot,
            List<String> paths,
            @Nullable ClaimValue value,
            Action action) {

        public static final String ALL = "*";
        static final String EACH = "each";
    }

    /**
     * The once-key that an event used.
     *
     * @param answer a pointer that finds the same text in the event and in the answer that is stored with the key
     */
    public record OnceKeyRule(String event, String space, String key, String fingerprint, String answer) {}

    /**
     * A kind of subject that ends, for example fans, which are erased.
     *
     * @param event the type of the event that ends a subject
     * @param kind how the names of such subjects begin, without the dot
     * @param streams the kinds of the streams whose claims end with the subject
     * @param home the kind of the stream that exists as long as the subject is known to the log
     * @param command the simple name of the command that ends a subject of a restored log again
     * @param components the command's components as texts, with {@code {subject}}, {@code {account}} and {@code {uid}} to
     *     be filled in
     */
    public record SubjectRule(
            String event,
            String kind,
            List<String> streams,
            String home,
            String command,
            Map<String, String> components) {

        /** Returns the names of the streams whose claims end with a subject, or with the stream of its ending. */
        public List<String> streamsOf(String subject) {
            String rest = subject.substring(subject.indexOf('.'));
            return streams.stream().map(stream -> stream + rest).toList();
        }

        /** Returns the stream that has events as soon as the log has data of the subject. */
        public String homeOf(String subject) {
            String[] parts = subject.split("\\.", -1);
            return isOwnHome() ? subject : home + "." + parts[1] + "." + parts[2];
        }

        /**
         * Returns whether subjects of this kind have a stream under their own name. A buyer has none: its data is in the
         * events of a purchase.
         */
        public boolean isOwnHome() {
            return home.equals(kind);
        }

        /** Returns the components of the command that ends a subject. */
        public Map<String, String> componentsFor(String subject) {
            String[] parts = subject.split("\\.", -1);
            return components.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            component -> component
                                    .getValue()
                                    .replace("{account}", parts[1])
                                    .replace("{uid}", parts[2])
                                    .replace("{subject}", subject)));
        }
    }

    private ClaimsTable() {}

    /** Reads the table of this build. */
    public static ClaimsTable load() {
        try (InputStream file = Objects.requireNonNull(ClaimsTable.class.getResourceAsStream(FILE), FILE)) {
            return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(FILE + " cannot be read", e);
        }
    }

    /** @throws IllegalArgumentException that names the line when one cannot be understood */
    static ClaimsTable parse(String text) {
        ClaimsTable table = new ClaimsTable();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    table.add(line.split("\t", -1));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(FILE + ", line " + number + ": " + e.getMessage(), e);
                }
            }
        }
        return table;
    }

    private void add(String[] columns) {
        switch (columns[0]) {
            case "claim" -> addClaim(columns);
            case "once_key" -> addOnceKey(columns);
            case "subject" -> addSubject(columns);
            default -> throw new IllegalArgumentException("There is no row called " + columns[0] + ".");
        }
    }

    private void addClaim(String[] columns) {
        mustHave(8, columns);
        Action action = constant(Action.class, columns[7]);
        boolean ofInstallation = columns[3].equals("0");
        String value = given(columns[6]);
        ClaimRule rule = new ClaimRule(
                columns[1],
                given(columns[2]),
                ofInstallation,
                columns[4],
                given(columns[5]) == null ? List.of() : List.of(columns[5].split(",")),
                value == null ? null : constant(ClaimValue.class, value),
                action);
        if (rule.value() == null && action != Action.CLEAR) {
            throw new IllegalArgumentException("The row has no value to " + columns[7] + ".");
        }
        if (rule.value() != null) {
            if (rule.space() == null || !(ofInstallation || columns[3].equals("stream"))) {
                throw new IllegalArgumentException("A value needs a space, and an account that is stream or 0.");
            }
            rule.value().check(rule);
        }
        if (rule.slot().equals(ClaimRule.ALL) && action != Action.CLEAR) {
            throw new IllegalArgumentException("All slots can only be cleared.");
        }
        claims.computeIfAbsent(rule.event(), event -> new ArrayList<>(2)).add(rule);
    }

    private void addOnceKey(String[] columns) {
        mustHave(6, columns);
        var rule = new OnceKeyRule(columns[1], columns[2], columns[3], columns[4], columns[5]);
        if (onceKeys.put(rule.event(), rule) != null) {
            throw new IllegalArgumentException("An event uses one once-key.");
        }
    }

    private void addSubject(String[] columns) {
        mustHave(7, columns);
        Map<String, String> components = Stream.of(columns[6].split(","))
                .map(component -> component.split("=", 2))
                .collect(Collectors.toMap(component -> component[0], component -> component[1]));
        List<String> streams = given(columns[3]) == null ? List.of() : List.of(columns[3].split(","));
        var rule = new SubjectRule(columns[1], columns[2], streams, columns[4], columns[5], components);
        if (subjects.put(rule.kind(), rule) != null) {
            throw new IllegalArgumentException("The kind has a row already.");
        }
        endings.put(rule.event(), rule);
    }

    private static void mustHave(int count, String[] columns) {
        if (columns.length != count) {
            throw new IllegalArgumentException("The row has " + columns.length + " columns instead of " + count + ".");
        }
    }

    private static @Nullable String given(String column) {
        return column.equals(NOTHING) ? null : column;
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        for (E constant : type.getEnumConstants()) {
            if (word(constant).equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("There is no " + word + " among "
                + Stream.of(type.getEnumConstants()).map(ClaimsTable::word).toList() + ".");
    }

    /** Returns how the table spells a constant. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the claim rows of an event in their order; none for most events. */
    public List<ClaimRule> claimsOf(String event) {
        return claims.getOrDefault(event, List.of());
    }

    /** Returns the once-key row of an event, or null for most events. */
    public @Nullable OnceKeyRule onceKeyOf(String event) {
        return onceKeys.get(event);
    }

    /** Returns the row of the subject that an event ends, or null for most events. */
    public @Nullable SubjectRule endedBy(String event) {
        return endings.get(event);
    }

    /** Returns the row of a subject's kind, or null when subjects of that kind do not end. */
    public @Nullable SubjectRule subjectRule(String subject) {
        return subjects.get(subject.split("\\.", 2)[0]);
    }

    /** Returns whether an event clears every slot of its stream. For tests of the code that releases the claims. */
    public boolean clears(String event) {
        return claimsOf(event).stream()
                .anyMatch(rule ->
                        rule.slot().equals(ClaimRule.ALL) && rule.paths().isEmpty());
    }

    /** Returns the spaces whose claims an event changes. For tests of the code that takes the claims. */
    public Set<String> spacesOf(String event) {
        return claimsOf(event).stream()
                .map(ClaimRule::space)
                .filter(Objects::nonNull)
                .collect(Collectors.toUnmodifiableSet());
    }
}
