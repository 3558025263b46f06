package encore.kernel.likings;

import java.util.List;

/** The names of a fan's idols. Lists leave out fans without idols. */
public record IdolNamesOfFan(long fanId, List<String> idolNames) {

    public IdolNamesOfFan {
        idolNames = List.copyOf(idolNames);
    }
}
