package encore.command.automations;

import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.names.StoredNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Declares the reaction of an automation to each event type. */
public final class Reactions {

    private final Map<Class<?>, Reaction<?>> byEvent = new LinkedHashMap<>();
    private final Map<String, Class<? extends Command<?>>> commands = new HashMap<>();
    private final Map<String, Class<?>> documents = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private @Nullable TimerReaction timerReaction;
    private boolean isWithoutPersonalData;

    private Reactions() {}

    /** Folds one event. It must not use any time except the log's. */
    @FunctionalInterface
    public interface Reaction<E extends Event> {
        void on(E event, RecordedEvent recordedEvent, ProcessContext process);
    }

    /**
     * Handles a timer that is due. It reads and writes documents, sends commands and sets timers, like the reaction to an
     * event. It must not use any time except the timer's.
     */
    @FunctionalInterface
    public interface TimerReaction {
        void on(DueTimer timer, ProcessContext process);
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
        mustBeNew(commands.put(StoredNames.of(command), command), command);
        return this;
    }

    /** Declares documents that the automation puts into its store, each under its stored name. */
    public Reactions keeping(Class<?>... types) {
        for (Class<?> type : types) {
            mustBeNew(documents.put(StoredNames.of(type), type), type);
        }
        return this;
    }

    /**
     * Declares documents that are few, and that many events ask for: they are also held in memory while this process owns
     * the automation's documents.
     */
    public Reactions holding(Class<?>... types) {
        keeping(types);
        Stream.of(types).map(ProcessContext::prefixOf).forEach(held::add);
        return this;
    }

    private static void mustBeNew(@Nullable Class<?> before, Class<?> type) {
        if (before != null) {
            throw new IllegalArgumentException(
                    before.getName() + " and " + type.getName() + " are both stored as " + StoredNames.of(type));
        }
    }

    public <E extends Event> Reactions on(Class<E> event, Reaction<? super E> reaction) {
        if (byEvent.put(event, reaction) != null) {
            throw new IllegalArgumentException(event.getSimpleName() + " already has a reaction");
        }
        return this;
    }

    /** Declares that the automation reads no personal data: it comes as null, and no key is read for it. */
    public Reactions withoutPersonalData() {
        isWithoutPersonalData = true;
        return this;
    }

    /** Declares that the automation sets timers, and the handler of those that are due. */
    public Reactions onTimer(TimerReaction reaction) {
        if (timerReaction != null) {
            throw new IllegalArgumentException("There already is a reaction to timers");
        }
        timerReaction = reaction;
        return this;
    }

    boolean haveTimers() {
        return timerReaction != null;
    }

    Set<Class<?>> events() {
        return byEvent.keySet();
    }

    EventSelection selection() {
        return isWithoutPersonalData
                ? new EventSelection(Set.of(), byEvent.keySet())
                : EventSelection.complete(byEvent.keySet());
    }

    /** Returns the beginnings of the keys of the documents that are held in memory. */
    Set<String> heldPrefixes() {
        return held;
    }

    /** Returns the declared command type of that simple name, or null. */
    @Nullable
    Class<? extends Command<?>> command(String name) {
        return commands.get(name);
    }

    /** Returns the document of that stored name, or null when the automation does not keep it. */
    @Nullable
    Class<?> document(String name) {
        return documents.get(name);
    }

    /** The commands that are sent, by their stored names. */
    public Map<String, Class<?>> commands() {
        return Map.copyOf(commands);
    }

    /** The documents that are kept, by their stored names. */
    public Map<String, Class<?>> documents() {
        return Map.copyOf(documents);
    }

    void react(DueTimer timer, ProcessContext process) {
        TimerReaction reaction = timerReaction;
        if (reaction == null) {
            throw new IllegalStateException("There is no reaction to timers");
        }
        reaction.on(timer, process);
    }

    @SuppressWarnings("unchecked") // on() stores each reaction under its own event class.
    void react(RecordedEvent recordedEvent, ProcessContext process) {
        UndecodablePlaceholder.requireDecoded(recordedEvent.event());
        Reaction<Event> reaction =
                (Reaction<Event>) byEvent.get(recordedEvent.event().getClass());
        if (reaction != null) {
            reaction.on(recordedEvent.event(), recordedEvent, process);
        }
    }
}
