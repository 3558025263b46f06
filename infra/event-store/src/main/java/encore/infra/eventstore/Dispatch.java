package encore.infra.eventstore;

import encore.kernel.Command;
import java.util.List;

/**
 * Sends further commands; a parameter of a stateless command handler. Each command runs in a unit of work of its own
 * and is durable when the call returns. If it is refused, the call throws its Refusal. Aggregates cannot use this: they
 * hold their lock while they decide.
 *
 * <p>A step that only reads an aggregate's state is a command ({@code ReadX}), not a query. It has its place in the
 * order of steps, waits for the aggregate's lock and for what was decided before to be durable, and on a shared log it
 * is checked that no other node has written to the stream since.
 */
public interface Dispatch {

    /**
     * Sends the last step. Its commit also records the answer to the current request, so its answer is this handler's
     * answer. When the step loses a claim or a key at the append, this handler runs again for the whole request. So the
     * step need not look a claim up before it takes it.
     */
    <R> R sendLast(Command<R> command);

    /**
     * Sends one of several steps under an id of its own ({@code <request>+<ordinal>}), which is honoured once. When the
     * request is repeated, this handler runs again and receives the step's first answer. Send the same steps in the
     * same order on each run.
     */
    <R> R send(Command<R> command);

    /** Skips a step that has nothing to do, so that the following steps keep their ids. */
    default void skipStep() {}

    /**
     * Sends steps that do not depend on each other, all at the same time. Each is honoured like a step of
     * {@link #send}. When some are refused, the others are carried out all the same, and the first refusal in the given
     * order is thrown.
     *
     * @return the answers, in the order of the commands
     */
    default <R> List<R> sendAll(List<? extends Command<R>> commands) {
        return commands.stream().map(this::<R>send).toList();
    }

    /**
     * Sends steps at the same time that every attempt carries out again, also when the request is repeated. Use this
     * for streams that count only once the last step names them. If the last step never happens, nothing refers to
     * them.
     */
    default <R> void sendAllOnEachAttempt(List<? extends Command<R>> commands) {
        sendAll(commands);
    }
}
