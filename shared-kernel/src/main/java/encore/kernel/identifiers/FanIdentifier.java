package encore.kernel.identifiers;

import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import java.time.Instant;

/** A fan's identifier on a network. It is both the stored document and the answer. */
public record FanIdentifier(
        long accountId,
        long fanId,
        String network,
        @Contact String identifierValue,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
