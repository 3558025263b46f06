package encore.kernel.addresses;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A monitored address as the API answers it.
 *
 * @param pageTabId the campaign that the entry is limited to; null for all
 * @param ipAddress an address, or a network as {@code 10.0.0.0/8}
 * @param isBlocked true bans, false lets in
 */
public record MonitoredAddress(
        @Nullable Long pageTabId,
        String ipAddress,
        boolean isBlocked,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {}
