package encore.command.automations;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.kernel.Command;
import encore.kernel.Event;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Declares what an automation does at which event. */
public final class Reactions {

    private final Map<Class<?>, Reaction<?>> byEvent = new LinkedHashMap<>();
    private final Map<String, Class<? extends Command<?>>> commands = new HashMap<>();

    private Reactions() {}

    /** Folds one event; not told of any time but the log's. */
    @FunctionalInterface
    public interface Reaction<E extends Event> {
        void on(E event, Recorded recorded, ProcessContext process);
    }

    /** @param command the one kind that is sent; add others with {@link #sending} */
    public static Reactions of(Class<? extends Command<?>> command) {
        return new Reactions().sending(command);
    }

    public Reactions sending(Class<? extends Command<?>> command) {
        commands.put(command.getSimpleName(), command);
        return this;
    }

    public <E extends Event> Reactions on(Class<E> event, Reaction<? super E> reaction) {
        if (byEvent.put(event, reaction) != null) {
            throw new IllegalArgumentException(event.getSimpleName() + " has a reaction");
        }
        return this;
    }

    Set<Class<?>> events() {
        return byEvent.keySet();
    }

    /** The command of that simple name, or null when it is none of those that are sent. */
    @Nullable
    Class<? extends Command<?>> command(String name) {
        return commands.get(name);
    }

    @SuppressWarnings("unchecked") // Put in for this very class.
    void react(Recorded recorded, ProcessContext process) {
        Undecodable.mustNotBe(recorded.event());
        Reaction<Event> reaction =
                (Reaction<Event>) byEvent.get(recorded.event().getClass());
        if (reaction != null) {
            reaction.on(recorded.event(), recorded, process);
        }
    }
}
