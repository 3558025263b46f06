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
    interface NewStream {}

    /**
     * Marks a command of a call that changes many things. Its handler sends a step for each of them, and no step answers
     * for the whole call. If the call has an Idempotency-Key, its beginning is recorded before the first step, so that
     * another request with this key is refused before it changes anything.
     */
    interface Bulk {}

    /**
     * Marks a command that brings records from a file. The events that it and its steps cause have the source {@code
     * import}.
     */
    interface Import extends Bulk {}

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
