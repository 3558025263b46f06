package encore.kernel.passes;

import encore.kernel.Patch;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Says what may change of a pass; a {@link Patch} changes it.
 *
 * @param claimFanId the fan who claimed it, where that is another than the one it was issued to
 * @param sectionUid where it lets in
 */
public record PassDetails(
        @Nullable Long claimFanId, @Nullable UUID sectionUid) {

    public static final PassDetails NONE = new PassDetails(null, null);
}
