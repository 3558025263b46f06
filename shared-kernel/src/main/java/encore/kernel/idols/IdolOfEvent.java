package encore.kernel.idols;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an idol event shows of its idol. */
public record IdolOfEvent(
        String idolUid,
        @Nullable String idolName,
        @Nullable UUID mediaUid,
        @Nullable String imageUrl) {}
