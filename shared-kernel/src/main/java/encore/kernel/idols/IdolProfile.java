package encore.kernel.idols;

import encore.kernel.NotPersonal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says who an idol is; a {@link encore.kernel.Patch} changes it.
 *
 * @param idolName unique in the account, as a {@link encore.kernel.NameKey}; null only in a change
 * @param idolType null only in a change, and before it is decided
 * @param musicUid its id with a music service, unique in the account; an artist's alone
 * @param artistId its id with another service, as {@code discoveryId}
 * @param labelNames a set, each once and in order; null only in a change
 * @param props what is told of it
 */
public record IdolProfile(
        @NotPersonal("the public name of an artist, team, sponsor or podcast") @Nullable
        String idolName,

        @Nullable IdolType idolType,
        @NotPersonal("an idol's id elsewhere") @Nullable String musicUid,
        @NotPersonal("an idol's id elsewhere") @Nullable String artistId,
        @NotPersonal("an idol's id elsewhere") @Nullable String discoveryId,

        @NotPersonal("an account's labels of idols") @Nullable
        List<String> labelNames,

        @NotPersonal("what an account tells the public of an idol") @Nullable
        ObjectNode props) {

    public static final IdolProfile EMPTY = new IdolProfile(null, null, null, null, null, List.of(), null);

    public IdolProfile {
        labelNames = labelNames == null
                ? null
                : labelNames.stream().distinct().sorted().toList();
    }
}
