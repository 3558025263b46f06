package encore.kernel.likings;

import java.util.List;

/** The answer to the commands of a fan's idols: the fan and the idols that the command was about. */
public record LikedIdols(long fanId, List<String> idolUids) {

    public LikedIdols {
        idolUids = List.copyOf(idolUids);
    }
}
