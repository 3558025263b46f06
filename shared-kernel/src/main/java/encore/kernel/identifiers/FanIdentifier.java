package encore.kernel.identifiers;

import encore.kernel.WireTime;
import java.time.Instant;

/** A fan's name on a network, stored and answered as is. */
public record FanIdentifier(
        long accountId,
        long fanId,
        String network,
        String identifierValue,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
