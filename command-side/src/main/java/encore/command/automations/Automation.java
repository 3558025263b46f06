package encore.command.automations;

import encore.kernel.Command;
import encore.kernel.names.StoredNames;
import org.jspecify.annotations.Nullable;

/**
 * A process manager: it reacts to events with commands ({@code WhenXThenY}). It folds events into documents of its own
 * and names commands. Documents, position and outbox are written in one commit. The fold depends only on events and on
 * the automation's documents. A command may be delivered more than once, so its aggregate must apply it once: by a
 * once-key or by its state.
 *
 * <p>A reaction may also set a timer ({@link ProcessContext#at}). When the log has passed its time, {@link
 * Reactions#onTimer} handles it like an event.
 */
public interface Automation {

    /**
     * Returns the automation's name. It never changes: it is part of request ids, of the token beside the log and of
     * the store's name.
     */
    default String name() {
        return StoredNames.of(getClass());
    }

    /** Returns the events that it follows and the commands that it sends. */
    Reactions reactions();

    /**
     * Returns the key by which commands are ordered. Commands of one key are sent one after the other; those of other
     * keys do not wait for them.
     */
    default String orderKey(Command<?> command) {
        return command.stream().toString();
    }

    /**
     * Continues the long work that {@link ProcessContext#beginLongWork} began, by one step. A step names as many commands as
     * are sent in a second or less.
     *
     * @return the cursor of the next step, or null when the work is done
     */
    default @Nullable String continueLongWork(String cursor, ProcessContext process) {
        throw new UnsupportedOperationException(name() + " has no long work to continue");
    }
}
