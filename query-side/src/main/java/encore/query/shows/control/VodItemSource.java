package encore.query.shows.control;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Writes items.vods of state_change. The feature of videos offers it as a package-private Spring component. */
public interface VodItemSource {

    /** Returns the approved videos of a show, with the fields of items.vods. It is called inside a query. */
    List<ObjectNode> vods(long account, long pageTabId);
}
