package encore.infra.eventstore;

import encore.kernel.Command;

/**
 * Sends further commands; a parameter of a stateless command handler. Each runs in a unit of work of its own, on a
 * thread of its own, and is durable when the call returns; its Refusal is thrown. Not for aggregates: their lock is held.
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
}
