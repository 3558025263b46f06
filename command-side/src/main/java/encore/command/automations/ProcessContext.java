package encore.command.automations;

import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.process.Changes;
import encore.infra.eventstore.process.Entries;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.Outgoing;
import encore.kernel.Command;
import encore.kernel.StoredNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an automation changes at one event or one step: its documents, and the commands that it names. All of it
 * becomes part of one commit, or none of it does.
 */
public final class ProcessContext {

    private static final String DOCUMENT = "document/";

    private final Automation automation;
    private final Reactions reactions;
    private final long position;
    private final Changes changes;
    private final List<Outgoing> named = new ArrayList<>();
    private @Nullable String begun;

    /** @param position of the event that the automation handles */
    ProcessContext(Automation automation, Reactions reactions, long position, Entries below) {
        this.automation = automation;
        this.reactions = reactions;
        this.position = position;
        this.changes = new Changes(below);
    }

    /** A document with its key. */
    public record Keyed<T>(String key, T document) {}

    public <T> @Nullable T get(Class<T> type, String key) {
        String found = changes.get(prefix(type) + key);
        return found == null ? null : Json.mapper().readValue(found, type);
    }

    /** @param key of ASCII characters, unique among the documents of this type; neither holds personal data */
    public <T> void put(String key, T document) {
        changes.put(prefix(document.getClass()) + key, Json.mapper().writeValueAsString(document));
    }

    public void remove(Class<?> type, String key) {
        changes.remove(prefix(type) + key);
    }

    /**
     * Returns documents by ascending key.
     *
     * @param keys the beginning of their keys
     * @param after the key after which to begin, or null
     */
    public <T> List<Keyed<T>> list(Class<T> type, String keys, @Nullable String after, int limit) {
        String prefix = prefix(type);
        return changes.list(prefix + keys, after == null ? null : prefix + after, limit).stream()
                .map(entry -> new Keyed<>(
                        entry.key().substring(prefix.length()), Json.mapper().readValue(entry.value(), type)))
                .toList();
    }

    private String prefix(Class<?> type) {
        String name = StoredNames.of(type);
        if (reactions.document(name) != type) {
            throw new IllegalStateException(automation.name() + " does not declare that it keeps " + name);
        }
        return DOCUMENT + name + "/";
    }

    /** Names the next command of this event. A step must not use it: which command comes next there depends on time. */
    public void send(Command<?> command) {
        send(named.size() + 1, command);
    }

    /**
     * Names a command under an ordinal that never changes and that no other command of this event has.
     *
     * @param ordinal from 1
     */
    public void send(long ordinal, Command<?> command) {
        String name = StoredNames.of(command.getClass());
        if (reactions.command(name) != command.getClass()) {
            throw new IllegalStateException(automation.name() + " does not declare that it sends " + name);
        }
        named.add(new Outgoing(
                position,
                ordinal,
                command.stream().account(),
                automation.orderKey(command),
                name,
                Json.mapper().valueToTree(command)));
    }

    /** Begins long work, at most once for an event; {@link Automation#step} continues it beside the following events. */
    public void begin(String cursor) {
        begun = cursor;
    }

    List<Outgoing> named() {
        return named;
    }

    @Nullable
    LongWork begun(long account) {
        return begun == null ? null : new LongWork(position, account, begun);
    }

    Changes changes() {
        return changes;
    }
}
