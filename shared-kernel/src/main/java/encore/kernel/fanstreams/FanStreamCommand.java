package encore.kernel.fanstreams;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Query;
import encore.kernel.names.StoredName;
import org.jspecify.annotations.Nullable;

/** The commands of streams. */
public sealed interface FanStreamCommand<R> extends Command<R> {

    @Override
    FanStreamId stream();

    /**
     * Creates a stream under a key that no stream of the installation has had.
     *
     * @param tagName the name of the tag, in place of its id
     */
    record CreateFanStream(
            FanStreamId stream,
            FanStreamSettings settings,
            @Nullable String tagName) implements FanStreamCommand<SavedStream>, Command.Save<SavedStream, FanStream> {
        @Override
        public Query<FanStream> record(SavedStream saved) {
            return new FanStreamQuery.FindFanStream(stream.account(), saved.streamKey(), true);
        }
    }

    /**
     * Changes the settings of a stream.
     *
     * @param tagName the name of the tag, in place of its id
     */
    record ChangeFanStream(
            FanStreamId stream,
            Patch<FanStreamSettings> change,
            @Nullable String tagName) implements FanStreamCommand<SavedStream>, Command.Save<SavedStream, FanStream> {
        @Override
        public Query<FanStream> record(SavedStream saved) {
            return new FanStreamQuery.FindFanStream(stream.account(), saved.streamKey(), true);
        }
    }

    /** Deletes a stream for ever. Its records are no longer found. */
    record DeleteFanStream(FanStreamId stream) implements FanStreamCommand<SavedStream> {}

    /** Reads the settings that decide on new records. Records nothing. */
    @StoredName("TellStreamTerms")
    record ReadStreamTerms(FanStreamId stream) implements FanStreamCommand<FanStreamTerms> {}
}
