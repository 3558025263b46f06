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
}
