package encore.kernel.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.privacy.Contact;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A session as the API answers it (spec 1, 2).
 *
 * @param sessionUid the session_uid in the session's own answers, else the session_ref
 * @param fanId absent for a guest
 * @param props the fan's, as of now
 * @param userKey the contact that the fan logged in with; null for a guest
 * @param network the kind of this contact; empty for a guest
 * @param loginSource connect for a guest
 * @param tagIds the fan's, as of now
 */
@RecordBuilder
public record Session(
        String sessionUid,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long fanId,
        long accountId,
        @Contact @Nullable JsonNode props,
        @WireTime(WireTime.Form.BOTH) Instant expirationTimestamp,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Contact @Nullable String userKey,
        String network,
        @Nullable Long pageTabId,
        long businessId,
        @Contact @Nullable String ipAddress,
        LoginType loginType,
        LoginSource loginSource,
        List<Long> tagIds) {

    public Session {
        tagIds = List.copyOf(tagIds);
    }

    /** Returns this session under its session_uid, for its own fan or guest. */
    public Session shownAs(String uid) {
        return SessionBuilder.builder(this).sessionUid(uid).build();
    }

    /** Returns this session with data of its fan. */
    public Session withFan(@Nullable JsonNode fanProps, List<Long> fanTags) {
        return SessionBuilder.builder(this).props(fanProps).tagIds(fanTags).build();
    }
}
