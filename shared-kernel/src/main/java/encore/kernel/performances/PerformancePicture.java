package encore.kernel.performances;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The picture of a performance; a {@link encore.kernel.Patch} changes it. */
public record PerformancePicture(@Nullable UUID mediaUid) {

    public static final PerformancePicture NONE = new PerformancePicture(null);
}
