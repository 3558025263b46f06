package encore.kernel.portals;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A template portal (spec 3, 2).
 *
 * @param password always null: it is kept as a hash
 * @param templatesCreated the number of its templates
 * @param lastAccessTimestamp when somebody opened it last, to the minute; null when nobody did
 */
public record TemplatePortal(
        String portalUid,
        long accountId,
        String portalName,
        String performanceGroupName,
        @Nullable String password,
        long templatesCreated,
        List<String> notificationEmails,
        boolean passwordExists,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant lastAccessTimestamp) {}
