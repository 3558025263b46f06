package encore.kernel.shows.chat;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** The acknowledgement of a message. */
public record AcceptedMessage(
        String chatMessageUid,
        @WireTime(WireTime.Form.SECONDS) Instant unixTimestamp) {}
