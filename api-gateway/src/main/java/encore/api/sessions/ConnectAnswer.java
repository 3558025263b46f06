package encore.api.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.sessions.OpenedSession;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer to a step of the login. It has the fields of its step alone.
 *
 * @param session the session that was opened; null in the middle of a login
 * @param status {@code register} or {@code login}
 * @param phone whether the fan has a phone
 * @param password whether the fan has a password
 * @param requestUid the id of a code that was sent
 */
record ConnectAnswer(
        @JsonUnwrapped @Nullable Opened session,
        @JsonInclude(Include.NON_NULL) @Nullable String status,
        @JsonInclude(Include.NON_NULL) @Nullable Boolean phone,
        @JsonInclude(Include.NON_NULL) @Nullable Boolean password,
        @JsonInclude(Include.NON_NULL) @Nullable String requestUid,
        @JsonInclude(Include.NON_NULL) @Nullable String message,
        @JsonInclude(Include.NON_NULL) @Nullable String verificationUid) {

    /**
     * A session that was opened.
     *
     * @param fanId absent for a guest
     * @param props the fan's; null for a guest
     */
    record Opened(
            String sessionUid,
            @JsonInclude(Include.NON_NULL) @Nullable Long fanId,
            long accountId,
            @Nullable JsonNode props,
            @WireTime(WireTime.Form.SECONDS) Instant expirationTimestamp) {}

    static ConnectAnswer opened(String sessionUid, long account, OpenedSession opened, @Nullable JsonNode props) {
        return ofSession(new Opened(sessionUid, opened.fanId(), account, props, opened.expiresAt()));
    }

    private static ConnectAnswer ofSession(Opened session) {
        String none = null;
        Boolean unsaid = null;
        return new ConnectAnswer(session, none, unsaid, unsaid, none, none, none);
    }
}
