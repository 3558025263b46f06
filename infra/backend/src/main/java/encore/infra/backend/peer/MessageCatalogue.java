package encore.infra.backend.peer;

import encore.kernel.Command;
import encore.kernel.Query;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;

/**
 * The commands and queries that nodes send each other, under their records' simple names and with the types of their
 * answers: all that the sealed interfaces of {@code encore/message-catalogue.txt} permit, and nothing else.
 */
public final class MessageCatalogue {

    private static final String FILE = "/encore/message-catalogue.txt";

    private final Map<String, Entry> commands = new HashMap<>();
    private final Map<String, Entry> queries = new HashMap<>();
    private final Map<Class<?>, Entry> entries = new HashMap<>();

    /** A message: its route, how it is read, and what its answer is read as. */
    record Entry(
            String route,
            Class<?> record,
            JavaType answer,
            ObjectReader reads,
            ParameterizedTypeReference<Answer<Object>> answers) {}

    private MessageCatalogue(List<Class<?>> parents) {
        parents.forEach(parent -> records(parent, this::add));
    }

    /** The catalogue of this build. */
    public static MessageCatalogue load() {
        return new MessageCatalogue(parents());
    }

    static List<Class<?>> parents() {
        try (InputStream in = MessageCatalogue.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("Missing " + FILE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .<Class<?>>map(MessageCatalogue::type)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(FILE + " names " + name + ", which is not there", e);
        }
    }

    private static void records(Class<?> parent, Consumer<Class<?>> each) {
        if (parent.isRecord()) {
            each.accept(parent);
            return;
        }
        Class<?>[] permitted = parent.getPermittedSubclasses();
        if (permitted == null) {
            throw new IllegalStateException(parent.getName() + " is neither sealed nor a record");
        }
        for (Class<?> one : permitted) {
            records(one, each);
        }
    }

    private void add(Class<?> record) {
        boolean command = Command.class.isAssignableFrom(record);
        JavaType answer = Cbor.MAPPER
                .constructType(record)
                .findSuperType(command ? Command.class : Query.class)
                .containedType(0);
        String name = record.getSimpleName();
        Entry entry = new Entry(
                (command ? "command." : "query.") + name,
                record,
                answer,
                Cbor.MAPPER.readerFor(record),
                // Jackson's own type: it has followed the variables of the sealed interfaces in between.
                ParameterizedTypeReference.forType(
                        Cbor.MAPPER.getTypeFactory().constructParametricType(Answer.class, answer)));
        if ((command ? commands : queries).put(name, entry) != null) {
            throw new IllegalStateException("Two messages are called " + name);
        }
        entries.put(record, entry);
    }

    /** What is sent for a message of ours. */
    Entry of(Object message) {
        Entry entry = entries.get(message.getClass());
        if (entry == null) {
            throw new IllegalStateException(message.getClass().getName() + " is not in " + FILE);
        }
        return entry;
    }

    /** The command of that name, or null when there is none. */
    @Nullable
    Entry command(String name) {
        return commands.get(name);
    }

    /** The query of that name, or null when there is none. */
    @Nullable
    Entry query(String name) {
        return queries.get(name);
    }

    Collection<Entry> all() {
        return entries.values();
    }
}
