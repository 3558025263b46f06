package encore.command.automations;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OutboxCommand;
import encore.kernel.Command;
import encore.kernel.names.StoredNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documents and commands of an automation at one event or one step. All changes become part of one commit, or none
 * does.
 */
public final class ProcessContext {

    private static final String DOCUMENT = "document/";

    private final Automation automation;
    private final Reactions reactions;
    private final long position;
    private final EntryChanges entryChanges;
    private final List<OutboxCommand> commands = new ArrayList<>();
    private @Nullable String longWork;

    /** @param position the position of the event that is handled */
    ProcessContext(Automation automation, Reactions reactions, long position, EntryReader below) {
        this.automation = automation;
        this.reactions = reactions;
        this.position = position;
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
        return DOCUMENT + name + "/";
    }

    /** Sends the next command of this event. Do not use it in steps: the order of commands there depends on time. */
    public void send(Command<?> command) {
        send(commands.size() + 1, command);
    }

    /**
     * Sends a command under an ordinal that is always the same for it among all commands of this event.
     *
     * @param ordinal from 1
     */
    public void send(long ordinal, Command<?> command) {
        String name = StoredNames.of(command.getClass());
        if (reactions.command(name) != command.getClass()) {
            throw new IllegalStateException(
                    automation.name() + " does not declare this command in its reactions: " + name);
        }
        commands.add(new OutboxCommand(
                position,
                ordinal,
                command.stream().account(),
                automation.orderKey(command),
                name,
                EventJson.mapper().valueToTree(command)));
    }

    /**
     * Begins long work, which {@link Automation#continueLongWork} continues while other events are handled. One event begins at
     * most one.
     */
    public void beginLongWork(String cursor) {
        longWork = cursor;
    }

    List<OutboxCommand> commands() {
        return commands;
    }

    @Nullable
    LongWork longWork(long account) {
        return longWork == null ? null : new LongWork(position, account, longWork);
    }

    EntryChanges changes() {
        return entryChanges;
    }
}
