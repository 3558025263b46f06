package encore.kernel.sessions.logins;

import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The details of a login. Contact, address and device are personal: they are encrypted under the fan's key.
 *
 * @param businessId the business that the fan logged in for
 * @param pageTabId the campaign, or null
 * @param network the kind of contact that was proven
 * @param userKey that contact, normalised
 * @param ipAddress the address of the caller; null when it is not known
 * @param deviceId the id that the app gave its device, or null
 * @param deviceNetwork {@code ios} or {@code android}; null without a deviceId
 */
@RecordBuilder
public record LoginDetails(
        @PublishedValue long businessId,
        @PublishedValue @Nullable Long pageTabId,
        @PublishedValue LoginNetwork network,
        @PublishedValue LoginType loginType,
        @PublishedValue LoginSource loginSource,
        @PersonalData @Nullable String userKey,
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable String deviceId,
        @PersonalData @Nullable String deviceNetwork) {}
