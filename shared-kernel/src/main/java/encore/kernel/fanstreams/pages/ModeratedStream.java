package encore.kernel.fanstreams.pages;

import org.jspecify.annotations.Nullable;

/** A stream with the numbers of its records in each state of moderation. */
public record ModeratedStream(
        String streamKey, @Nullable String streamName, long toApproveCount, long shownCount, long hiddenCount) {

    public ModeratedStream named(@Nullable String name) {
        return new ModeratedStream(streamKey, name, toApproveCount, shownCount, hiddenCount);
    }
}
