package encore.command.automations;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OutboxCommand;
import encore.infra.eventstore.process.ProcessDocuments;
import encore.kernel.Command;
import encore.kernel.names.StoredNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The documents, commands and timers of an automation at one event, one timer or one step. All changes become part of one commit, or none
 * does.
 */
public final class ProcessContext {

    /** The parts of a request id, and of the keys in the store, are separated by characters that are missing here. */
    private static final Pattern TIMER_KEY = Pattern.compile("[!-?A-~]{1,200}");

    private final Automation automation;
    private final Reactions reactions;
    private final long position;
    private final EntryChanges entryChanges;
    private final List<OutboxCommand> commands = new ArrayList<>();
    private final @Nullable AutomationTimer timer;

    /** The changes of timers by key; null cancels. */
    private final Map<String, @Nullable Long> timers = new LinkedHashMap<>();

    private @Nullable String longWork;
    private boolean readsLog;
    private @Nullable LogReader log;

    /** Reads the log up to the last event that the automation has folded. */
    @FunctionalInterface
    interface LogReader {
        EventPage<RecordedEvent> read(long after, int limit);
    }

    /** @param position the position of the event that is handled, or whose long work is continued */
    ProcessContext(Automation automation, Reactions reactions, long position, EntryReader below) {
        this(automation, reactions, position, null, below);
    }

    /** Makes the context of a step of long work that reads the log. */
    static ProcessContext ofReplay(
            Automation automation, Reactions reactions, long position, LogReader log, EntryReader below) {
        ProcessContext process = new ProcessContext(automation, reactions, position, below);
        process.log = log;
        return process;
    }

    /**
     * Makes the context of a timer.
     *
     * @param position the position of the last event before it
     */
    ProcessContext(
            Automation automation,
            Reactions reactions,
            long position,
            @Nullable AutomationTimer timer,
            EntryReader below) {
        this.automation = automation;
        this.reactions = reactions;
        this.position = position;
        this.timer = timer;
        this.entryChanges = new EntryChanges(below);
    }

    /** A document and its key. */
    public record KeyedDocument<T>(String key, T document) {}

    public <T> @Nullable T get(Class<T> type, String key) {
        String found = entryChanges.get(prefix(type) + key);
        return found == null ? null : EventJson.mapper().readValue(found, type);
    }

    /**
     * Stores a document.
     *
     * @param key ASCII characters, unique among the documents of this type. Neither key nor document contains personal
     *     data
     */
    public <T> void put(String key, T document) {
        entryChanges.put(prefix(document.getClass()) + key, EventJson.mapper().writeValueAsString(document));
    }

    public void remove(Class<?> type, String key) {
        entryChanges.remove(prefix(type) + key);
    }

    /**
     * Returns documents by ascending key.
     *
     * @param keys the prefix of their keys
     * @param after the key to start after, or null
     */
    public <T> List<KeyedDocument<T>> list(Class<T> type, String keys, @Nullable String after, int limit) {
        String prefix = prefix(type);
        return entryChanges.list(prefix + keys, after == null ? null : prefix + after, limit).stream()
                .map(entry -> new KeyedDocument<>(
                        entry.key().substring(prefix.length()),
                        EventJson.mapper().readValue(entry.value(), type)))
                .toList();
    }

    private String prefix(Class<?> type) {
        String name = StoredNames.of(type);
        if (reactions.document(name) != type) {
            throw new IllegalStateException(automation.name() + " does not declare that it keeps " + name);
        }
        return prefixOf(type);
    }

    /** Returns the beginning of the keys under which documents of a type are stored. */
    static String prefixOf(Class<?> type) {
        return ProcessDocuments.prefixOf(type);
    }

    /**
     * Sets a timer, or moves the waiting one of this key. It is handled by {@link Reactions#onTimer} before the first event
     * that is stamped later, and at the end of the log as soon as the log has passed the time. A time that is over is due
     * at once, except that a timer never comes before the timer that set it. Not available in steps of long work, because
     * they are not repeated when documents are lost.
     *
     * @param instant is cut to milliseconds
     * @param key 1 to 200 visible ASCII characters without {@code @}; nothing personal. It is part of the ids of the
     *     commands that the timer sends, {@code <automation>/<key>@<instant>}: under the same key and instant they are
     *     honoured once, even if the timer is set again later
     */
    public void at(Instant instant, String key) {
        requireTimers(key);
        long millis = Math.max(0, instant.toEpochMilli());
        timers.put(key, timer == null ? millis : Math.max(millis, timer.at()));
    }

    /** Cancels the waiting timer of a key, if there is one. It also drops one that is a dead letter. */
    public void cancel(String key) {
        requireTimers(key);
        timers.put(key, null);
    }

    /** Returns when the waiting timer of a key is due, or null when none waits. */
    public @Nullable Instant timer(String key) {
        requireTimers(key);
        Long at = timers.containsKey(key) ? timers.get(key) : Timers.at(key, entryChanges);
        return at == null ? null : Instant.ofEpochMilli(at);
    }

    private void requireTimers(String key) {
        if (!reactions.haveTimers()) {
            throw new IllegalStateException(
                    automation.name() + " does not declare in its reactions that it has timers");
        }
        if (!TIMER_KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("The key of a timer has 1 to 200 visible ASCII characters without @");
        }
    }

    /** Sends the next command of this event or timer. Do not use it in steps: the order of commands there depends on time. */
    public void send(Command<?> command) {
        send(commands.size() + 1, command);
    }

    /**
     * Sends a command under an ordinal that is always the same for it among all commands of this event.
     *
     * @param ordinal from 1
     */
    public void send(long ordinal, Command<?> command) {
        send(position, ordinal, command, automation.orderKey(command));
    }

    /**
     * Sends a command of an event that a step of {@link #beginReplay} has read, under the id that it has among the
     * commands of that event. It is not sent if all commands of that event are delivered.
     *
     * @param event the position of the event: that of the event that began the work, or a later one
     * @param ordinal from 1, always the same for it among all commands of the event
     * @param orderKey the key by which it is ordered
     */
    public void send(long event, long ordinal, Command<?> command, String orderKey) {
        if (event < position || event > position && log == null) {
            throw new IllegalArgumentException("A command is of the event that began the work, or of one that it read");
        }
        String name = StoredNames.of(command.getClass());
        if (reactions.command(name) != command.getClass()) {
            throw new IllegalStateException(
                    automation.name() + " does not declare this command in its reactions: " + name);
        }
        commands.add(new OutboxCommand(
                event,
                ordinal,
                command.stream().account(),
                orderKey,
                name,
                EventJson.mapper().valueToTree(command),
                timer));
    }

    /**
     * Begins long work, which {@link Automation#continueLongWork} continues while other events are handled. One event begins at
     * most one. A timer begins none: it handles a part and sets a timer at the same instant, under another key, for the rest.
     */
    public void beginLongWork(String cursor) {
        if (timer != null) {
            throw new IllegalStateException("A timer begins no long work: it sets a timer for the next step");
        }
        longWork = cursor;
    }

    /**
     * Begins long work that makes documents of the log. Its steps may {@link #read} the log. It is also begun when all
     * commands of this event are delivered, and again when documents are lost: then its commands are not sent, but its
     * documents are made. The cursor of its steps is the position up to which they have read the log.
     */
    public void beginReplay() {
        beginLongWork("0");
        readsLog = true;
    }

    /**
     * Reads the log in a step of {@link #beginReplay}: the events that the automation follows, up to the last that it has
     * folded. Personal data is missing if the automation does without it.
     *
     * @param after the position to read after
     * @param limit the largest number of positions
     * @return the events; {@code end} is {@code after} when there are no more
     */
    public EventPage<RecordedEvent> read(long after, int limit) {
        if (log == null) {
            throw new IllegalStateException("Only a step of work that was begun as a replay reads the log");
        }
        return log.read(after, limit);
    }

    /** Returns the changes of timers by key: the time in milliseconds since 1970, null for one that is cancelled. */
    Map<String, @Nullable Long> timers() {
        return timers;
    }

    List<OutboxCommand> commands() {
        return commands;
    }

    @Nullable
    LongWork longWork(long account) {
        return longWork == null ? null : new LongWork(position, account, longWork, readsLog ? true : null);
    }

    EntryChanges changes() {
        return entryChanges;
    }
}
