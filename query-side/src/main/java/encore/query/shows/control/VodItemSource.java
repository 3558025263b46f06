package encore.query.shows.control;

import encore.kernel.shows.control.LiveVod;
import java.util.List;

/** Writes items.vods of state_change. The feature of videos offers it as a package-private Spring component. */
public interface VodItemSource {

    /** Returns the approved videos of a show, with the fields of items.vods. It is called inside a query. */
    List<LiveVod> vods(long account, long pageTabId);
}
