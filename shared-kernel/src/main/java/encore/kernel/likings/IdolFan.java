package encore.kernel.likings;

import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of many that tell of fans' idols: whose they are is said by contacts, else by a name on a network.
 *
 * @param idx its place among the rows
 */
public record IdolFan(
        int idx,
        @Nullable FindOrRegisterFan fan,
        @Nullable Identified identified,
        List<NamedIdol> idols,
        boolean isExplicit) {

    public IdolFan {
        idols = List.copyOf(idols);
    }

    /** A fan by its name on a network. */
    public record Identified(String network, String userKey) {}
}
