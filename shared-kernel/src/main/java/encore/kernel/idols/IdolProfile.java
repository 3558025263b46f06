package encore.kernel.idols;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The identity of an idol: name, type, ids elsewhere and labels; a {@link encore.kernel.Patch} changes it.
 *
 * @param idolName unique in the account, as a {@link encore.kernel.NameKey}; null only in a change
 * @param idolType null only in a change, and before the command that adds the idol is decided
 * @param musicUid the id at a music service, unique in the account; only artists have one
 * @param artistId the id at another service; so is {@code discoveryId}
 * @param labelNames the labels, each once and sorted; null only in a change
 * @param props further public data
 */
@RecordBuilder
public record IdolProfile(
        @ListedName @NotPersonal("the public name of an artist, team, sponsor or podcast") @Nullable
        String idolName,

        @PublishedValue @Nullable IdolType idolType,
        @NotPersonal("an idol's id elsewhere") @Nullable String musicUid,
        @NotPersonal("an idol's id elsewhere") @Nullable String artistId,
        @NotPersonal("an idol's id elsewhere") @Nullable String discoveryId,

        @NotPersonal("an account's labels of idols") @Nullable
        List<String> labelNames,

        @NotPersonal("a public text about an idol") @Nullable
        ObjectNode props) {

    public static final IdolProfile EMPTY =
            IdolProfileBuilder.builder().labelNames(List.of()).build();

    public IdolProfile {
        labelNames = labelNames == null
                ? null
                : labelNames.stream().distinct().sorted().toList();
    }
}
