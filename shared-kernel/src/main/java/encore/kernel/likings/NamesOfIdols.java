package encore.kernel.likings;

import java.util.List;

/** The names of a fan's idols. Lists leave out fans without idols. */
public record NamesOfIdols(long fanId, List<String> idolNames) {

    public NamesOfIdols {
        idolNames = List.copyOf(idolNames);
    }
}
