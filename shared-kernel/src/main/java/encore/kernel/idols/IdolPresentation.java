package encore.kernel.idols;

import encore.kernel.privacy.NotPersonal;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The description, pictures and links of an idol; a {@link encore.kernel.Patch} changes them.
 *
 * @param artistName the name at its music service
 */
@RecordBuilder
public record IdolPresentation(
        @NotPersonal("a public text about an idol") @Nullable
        String description,

        @Nullable UUID mediaUid,

        @NotPersonal("an address of a picture of an idol") @Nullable
        String imageUrl,

        @NotPersonal("an address of an idol") @Nullable String linkUrl,
        @Nullable Long musicFollowerCount,

        @NotPersonal("the public name of an artist") @Nullable
        String artistName) {

    public static final IdolPresentation EMPTY =
            IdolPresentationBuilder.builder().build();
}
