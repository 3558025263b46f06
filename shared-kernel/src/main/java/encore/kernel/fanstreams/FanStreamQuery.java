package encore.kernel.fanstreams;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;

/** Everything that can be asked about streams. */
public sealed interface FanStreamQuery<R> extends Query<R> {

    /**
     * The streams of an account, in the order of creation.
     *
     * @param withSecret whether streams that are not public are listed too
     */
    record FindFanStreams(long account, boolean withSecret, NextKey paging)
            implements FanStreamQuery<Page<FanStream>> {}

    /** The same without the names of their tags. */
    record FindFanStreamsAlone(long account, boolean withSecret, NextKey paging)
            implements FanStreamQuery<Page<FanStream>> {}

    /**
     * One stream. An unknown one is refused as unknown.
     *
     * @param withSecret whether a stream that is not public is found too
     */
    record FindFanStream(long account, String streamKey, boolean withSecret) implements FanStreamQuery<FanStream> {}

    /** The same without the name of its tag. */
    record FindFanStreamAlone(long account, String streamKey, boolean withSecret)
            implements FanStreamQuery<FanStream> {}
}
