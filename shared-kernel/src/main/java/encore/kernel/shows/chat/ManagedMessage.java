package encore.kernel.shows.chat;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as moderators see it.
 *
 * @param message with its HTML characters escaped
 * @param displayName the name of the author now
 * @param moderatorStatus {@code moderator}, or null
 * @param removedTimestamp null unless it is removed
 * @param reportCount the fans who reported it since it was last restored
 * @param position the position of the message in the log
 */
@RecordBuilder
public record ManagedMessage(
        String chatMessageUid,
        String message,
        String roomName,
        @Nullable String displayName,
        @WireTime(WireTime.Form.SECONDS) Instant unixTimestamp,
        long fanId,
        @Nullable String moderatorStatus,
        boolean isRemoved,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant removedTimestamp,
        long reportCount,
        long position) {}
