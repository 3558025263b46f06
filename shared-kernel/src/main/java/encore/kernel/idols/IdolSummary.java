package encore.kernel.idols;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The data of an idol that its events show. */
public record IdolSummary(
        String idolUid,
        @Nullable String idolName,
        @Nullable UUID mediaUid,
        @Nullable String imageUrl) {}
