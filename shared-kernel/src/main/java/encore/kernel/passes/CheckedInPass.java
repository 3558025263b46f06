package encore.kernel.passes;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answer to a check-in: the pass, its fan and the section (spec 3, 4: registration/checkin). */
public record CheckedInPass(
        String passUid, @Nullable UUID sectionUid, @Nullable Long claimFanId, long fanId, boolean checkedIn) {}
