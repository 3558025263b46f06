package encore.command.automations;

import encore.kernel.Command;
import encore.kernel.StoredNames;
import org.jspecify.annotations.Nullable;

/**
 * A process manager: reacts to events with commands ({@code WhenXThenY}). It folds events into documents of its own and
 * names commands; documents, position and outbox are one commit. What it folds depends on nothing but events and its
 * documents. A command may be delivered again, so a key or the state of its aggregate must see to it that it has an effect
 * once, for ever.
 */
public interface Automation {

    /** Returns a name that never changes: it stands in request ids, in the mark beside the log and in its store's name. */
    default String name() {
        return StoredNames.of(getClass());
    }

    /** Declares the events that it follows, the commands that it sends and the documents that it keeps. */
    Reactions reactions();

    /** Commands of one key are sent one after the other; they do not wait for those of other keys. */
    default String orderKey(Command<?> command) {
        return command.stream().toString();
    }

    /**
     * Takes the next step of the work that {@link ProcessContext#begin} began: as many commands as are sent in a second.
     *
     * @return the cursor of the next step, or null when every command is named
     */
    default @Nullable String step(String cursor, ProcessContext process) {
        throw new UnsupportedOperationException(name() + " begins no long work");
    }
}
