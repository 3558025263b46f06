package encore.kernel.shows.scores;

import encore.kernel.Event;
import encore.kernel.points.LedgerId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.players.PlayerId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the points of a live show on their way to the ledger. */
public sealed interface ScoreEvent extends Event {

    /** The source of the records of points. */
    String SOURCE = "live";

    /**
     * Points of a live show were added to the fan's ledger. It is in the stream of the ledger, in one commit with the
     * record of points.
     *
     * @param liveKey names what the points are for. A ledger gets them once
     */
    @Revision("1")
    record LivePointsPaid(
            @PublishedValue LedgerId ledger,
            PlayerId player,
            @NotPersonal("uids and positions of a show") String liveKey,
            @PublishedValue @NotPersonal("a uid of ours") String fanPointUid,
            @PublishedValue long pointCount)
            implements ScoreEvent {}
}
