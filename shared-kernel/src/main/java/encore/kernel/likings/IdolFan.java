package encore.kernel.likings;

import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a bulk with idols of a fan. Contacts name the fan, or else an identifier on a network.
 *
 * @param idx the index of the row, from 0
 */
public record IdolFan(
        int idx,
        @Nullable FindOrRegisterFan fan,
        @Nullable NetworkIdentity identified,
        List<NamedIdol> idols,
        boolean isExplicit) {

    public IdolFan {
        idols = List.copyOf(idols);
    }

    /** An identifier on a network, which names a fan. */
    public record NetworkIdentity(String network, String userKey) {}
}
