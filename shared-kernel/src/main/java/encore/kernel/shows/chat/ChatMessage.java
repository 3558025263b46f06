package encore.kernel.shows.chat;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as clients get it, in the history and in frames.
 *
 * @param message with its HTML characters escaped
 * @param displayName the name of the author now
 * @param moderatorStatus {@code moderator}, or null
 * @param position the position of the message in the log
 */
public record ChatMessage(
        String chatMessageUid,
        String message,
        String roomName,
        @Nullable String displayName,
        @WireTime(WireTime.Form.SECONDS) Instant unixTimestamp,
        long fanId,
        @Nullable String moderatorStatus,
        long position) {}
