package encore.kernel.sessions;

import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session as it is stored. A fan's stays after its end, as a record of the login, until the fan is erased.
 *
 * @param position the position of the event that opened it
 * @param sessionHash the session_ref
 * @param fanId null for a guest
 * @param details null for a guest
 * @param endedAt the time of its end by an event; null while none ended it
 */
@RecordBuilder
public record Login(
        long account,
        long position,
        String sessionHash,
        @Nullable Long fanId,
        long businessId,
        @Nullable Long pageTabId,
        @Nullable LoginDetails details,
        Instant creationTimestamp,
        Instant expiresAt,
        @Nullable Instant endedAt) {

    public boolean isLiveAt(Instant now) {
        return endedAt == null && now.isBefore(expiresAt);
    }

    /** Returns the session that this login opened, without data of its fan. */
    public Session toSession() {
        return SessionBuilder.builder()
                .sessionUid(sessionHash)
                .accountId(account)
                .expirationTimestamp(expiresAt)
                .creationTimestamp(creationTimestamp)
                .network(details == null ? "" : details.network().word())
                .businessId(businessId)
                .loginType(details == null ? LoginType.GUEST : details.loginType())
                .loginSource(details == null ? LoginSource.CONNECT : details.loginSource())
                .tagIds(List.of())
                .fanId(fanId)
                .userKey(details == null ? null : details.userKey())
                .pageTabId(pageTabId)
                .ipAddress(details == null ? null : details.ipAddress())
                .build();
    }
}
