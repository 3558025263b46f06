package encore.kernel.likings;

import java.util.List;

/** The answer to whatever is done to a fan's idols: which it was about. */
public record LikedIdols(long fanId, List<String> idolUids) {

    public LikedIdols {
        idolUids = List.copyOf(idolUids);
    }
}
