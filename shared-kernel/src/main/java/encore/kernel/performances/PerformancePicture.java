package encore.kernel.performances;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a performance looks like; a {@link encore.kernel.Patch} changes it. */
public record PerformancePicture(@Nullable UUID mediaUid) {

    public static final PerformancePicture NONE = new PerformancePicture(null);
}
