package encore.kernel.history;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import org.jspecify.annotations.Nullable;

/** Queries about the history of one thing, as the log has it. */
public sealed interface HistoryQuery<R> extends Query<R> {

    /**
     * The events of one of the account's streams, newest first. A stream that does not exist, or that is another account's,
     * is refused as unknown.
     *
     * @param stream the stream's name, as {@link encore.kernel.StreamId} prints it
     * @param item the key of one item, where the things of a list share the stream; null for all events
     * @param withContacts whether the answer may contain personal values
     * @param paging the key is the event's number in its stream
     */
    record FindHistory(
            long account, String stream, @Nullable String item, boolean withContacts, Paging.NextKey paging)
            implements HistoryQuery<Page<RecordedChange>> {}
}
