package encore.kernel.shows.replays;

import encore.kernel.StreamId;

/** The replays of an account's shows; prints as {@code replays.<account>}. */
@StreamId.Kind("replays")
public record ReplaysId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
