package encore.infra.backend.peer;

import encore.kernel.Command;
import encore.kernel.MessageTypes;
import encore.kernel.Query;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;

/**
 * Lists the commands and queries that nodes may send each other, by their records' simple names, with the types of
 * their answers. It contains all messages of the kernel and no others.
 */
public final class MessageCatalogue {

    private final Map<String, MessageRoute> commands = new HashMap<>();
    private final Map<String, MessageRoute> queries = new HashMap<>();
    private final Map<Class<?>, MessageRoute> entries = new HashMap<>();

    /** A message's route, and the readers of the message and its answer. */
    public record MessageRoute(
            String route,
            Class<?> record,
            JavaType answer,
            ObjectReader reader,
            ParameterizedTypeReference<PeerAnswer<Object>> answerReference) {}

    private MessageCatalogue() {
        MessageTypes.of(Command.class).forEach(this::add);
        MessageTypes.of(Query.class).forEach(this::add);
    }

    /** Returns the catalogue of this build, with all commands and queries of the kernel. */
    public static MessageCatalogue load() {
        return new MessageCatalogue();
    }

    private void add(Class<?> record) {
        boolean command = Command.class.isAssignableFrom(record);
        JavaType answer = Cbor.MAPPER
                .constructType(record)
                .findSuperType(command ? Command.class : Query.class)
                .containedType(0);
        String name = record.getSimpleName();
        MessageRoute messageRoute = new MessageRoute(
                (command ? "command." : "query.") + name,
                record,
                answer,
                Cbor.MAPPER.readerFor(record),
                // Uses Jackson's type, which has resolved the type variables of the sealed interfaces in between.
                ParameterizedTypeReference.forType(
                        Cbor.MAPPER.getTypeFactory().constructParametricType(PeerAnswer.class, answer)));
        if ((command ? commands : queries).put(name, messageRoute) != null) {
            throw new IllegalStateException("Two messages have the simple name " + name);
        }
        entries.put(record, messageRoute);
    }

    /** Returns the entry of a message. */
    public MessageRoute of(Object message) {
        MessageRoute messageRoute = entries.get(message.getClass());
        if (messageRoute == null) {
            throw new IllegalStateException(message.getClass().getName() + " is not a message of the kernel");
        }
        return messageRoute;
    }

    /** Returns the command of that name, or null when there is none. */
    public @Nullable MessageRoute command(String name) {
        return commands.get(name);
    }

    /** Returns the query of that name, or null when there is none. */
    public @Nullable MessageRoute query(String name) {
        return queries.get(name);
    }

    Collection<MessageRoute> all() {
        return entries.values();
    }
}
