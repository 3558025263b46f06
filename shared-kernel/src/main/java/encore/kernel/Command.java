package encore.kernel;

import org.axonframework.modelling.command.TargetAggregateIdentifier;

/**
 * A wish to change something. Feature commands are records inside one sealed interface per feature.
 *
 * @param <R> the answer: a record of ids, never personal data
 */
public interface Command<R> {

    /** The stream whose aggregate decides; also what the command is routed by between nodes. */
    @TargetAggregateIdentifier
    StreamId stream();

    /**
     * Marks what begins a stream whose id was minted for it. It is decided as on nothing, without a look into the log; a
     * stream that is there all the same shows at the append, and is looked at when it is decided again.
     */
    interface Beginning {}
}
