package encore.infra.eventstore;

import encore.kernel.Command;
import java.util.List;

/**
 * Sends further commands; a parameter of a stateless command handler. Each runs in a unit of work of its own
 * and is durable when the call returns; its Refusal is thrown. Not for aggregates: their lock is held.
 */
public interface Dispatch {

    /**
     * The last step: its commit honours the request at hand, so its answer is this handler's answer. A claim or key that
     * it loses at the append sends the whole request through this handler again; so it need not look before it takes.
     */
    <R> R handOver(Command<R> command);

    /**
     * A step among others, honoured once under an id of its own ({@code <request>+<ordinal>}): a repeat of the request
     * runs this handler again and is given the step's first answer. Send the same steps in the same order.
     */
    <R> R send(Command<R> command);

    /** Passes over a step that needs nothing done, so that those behind it keep their ids. */
    default void skip() {}

    /**
     * Steps that do not depend on each other, at the same time; each is as one that is sent. When some are refused, the
     * others are done all the same, and the first refusal in their order is thrown.
     *
     * @return their answers, in their order
     */
    default <R> List<R> sendAll(List<? extends Command<R>> commands) {
        return commands.stream().map(this::<R>send).toList();
    }

    /**
     * Steps at the same time that every try does anew, a repeat of the request as well: what they write is the last step's
     * alone, which names it, and nobody's when that never comes.
     */
    default <R> void sendAnew(List<? extends Command<R>> commands) {
        sendAll(commands);
    }
}
