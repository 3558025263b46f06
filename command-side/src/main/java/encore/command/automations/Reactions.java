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

/** Declares the reaction of an automation to each event type. */
public final class Reactions {

    private final Map<Class<?>, Reaction<?>> byEvent = new LinkedHashMap<>();
    private final Map<String, Class<? extends Command<?>>> commands = new HashMap<>();

    private Reactions() {}

    /** Folds one event. It must not use any time except the log's. */
    @FunctionalInterface
    public interface Reaction<E extends Event> {
        void on(E event, Recorded recorded, ProcessContext process);
    }

    /**
     * Starts a declaration.
     *
     * @param command the first command type that is sent; add others with {@link #sending}
     */
    public static Reactions of(Class<? extends Command<?>> command) {
        return new Reactions().sending(command);
    }

    public Reactions sending(Class<? extends Command<?>> command) {
        commands.put(command.getSimpleName(), command);
        return this;
    }

    public <E extends Event> Reactions on(Class<E> event, Reaction<? super E> reaction) {
        if (byEvent.put(event, reaction) != null) {
            throw new IllegalArgumentException(event.getSimpleName() + " already has a reaction");
        }
        return this;
    }

    Set<Class<?>> events() {
        return byEvent.keySet();
    }

    /** Returns the declared command type of that simple name, or null. */
    @Nullable
    Class<? extends Command<?>> command(String name) {
        return commands.get(name);
    }

    @SuppressWarnings("unchecked") // on() stores each reaction under its own event class.
    void react(Recorded recorded, ProcessContext process) {
        Undecodable.mustNotBe(recorded.event());
        Reaction<Event> reaction =
                (Reaction<Event>) byEvent.get(recorded.event().getClass());
        if (reaction != null) {
            reaction.on(recorded.event(), recorded, process);
        }
    }
}
