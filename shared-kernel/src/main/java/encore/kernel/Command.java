package encore.kernel;

import org.axonframework.modelling.command.TargetAggregateIdentifier;

/**
 * A request to change something. A feature's commands are records inside one sealed interface.
 *
 * @param <R> the answer: a record of ids, never personal data
 */
public interface Command<R> {

    /** Returns the stream whose aggregate decides. Nodes route the command by it as well. */
    @TargetAggregateIdentifier
    StreamId stream();

    /**
     * Marks a command that begins a stream under a freshly minted id. It is decided on an empty aggregate, without
     * reading the log. If the stream exists all the same, the append fails, and the next attempt reads the stream.
     */
    interface Beginning {}
}
