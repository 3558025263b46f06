package encore.command.automations;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * A process manager: reacts to events with commands ({@code WhenXThenY}). It folds events into documents of its own and
 * names commands; documents, position and outbox are one commit. What it folds depends on events and its documents alone,
 * and what it sends is honoured once by a key or by its aggregate's state, for ever: it may be delivered again.
 */
public interface Automation {

    /** For ever: it stands in request ids, in the mark beside the log and in the name of its store. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** The events that it follows, and the commands that it sends. */
    Reactions reactions();

    /** Commands of one key go out one after the other, those of other keys go on. */
    default String orderKey(Command<?> command) {
        return command.stream().toString();
    }

    /**
     * Leads on what {@link ProcessContext#begin} began, by as much as is sent in a second or less.
     *
     * @return where the next step begins, or null when all is named
     */
    default @Nullable String step(String cursor, ProcessContext process) {
        throw new UnsupportedOperationException(name() + " begins no long work");
    }
}
