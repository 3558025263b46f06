package encore.kernel.passes;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers who came in where (spec 3, 4: registration/checkin). */
public record CheckedInPass(
        String passUid, @Nullable UUID sectionUid, @Nullable Long claimFanId, long fanId, boolean checkedIn) {}
