package encore.kernel.likings;

import java.util.List;

/** What a fan's idols are called; fans without any are left out where these are listed. */
public record NamesOfIdols(long fanId, List<String> idolNames) {

    public NamesOfIdols {
        idolNames = List.copyOf(idolNames);
    }
}
