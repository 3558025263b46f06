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

    /**
     * A command that adds or changes one record of a list. The aggregate answers which record it was, and the caller is
     * answered the record as queries show it: with times, counts and names that the command side does not know.
     *
     * @param <S> the aggregate's answer. A repeat under one request id is answered as the first time, so the record is
     *     found by this answer, and not by the ids of the command
     * @param <R> the record
     */
    interface Save<S, R> extends Command<S> {

        /** The query for the record. */
        Query<R> record(S saved);
    }
}
