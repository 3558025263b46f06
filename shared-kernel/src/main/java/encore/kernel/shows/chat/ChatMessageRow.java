package encore.kernel.shows.chat;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message of a show, by its place in the log, where its text is. Nothing in it is personal.
 *
 * @param show the stream of the show
 * @param room the account and the name of the room
 * @param player the stream of the author
 * @param at the time of the message
 * @param decidedAt the position of the last removal or restoration; 0 for none
 * @param removedAt the time of the removal; null unless it is removed
 * @param reportCount the fans who reported it since it was last restored
 */
@RecordBuilder
public record ChatMessageRow(
        String show,
        String room,
        String player,
        String roomName,
        long fanId,
        long position,
        Instant at,
        boolean isRemoved,
        boolean isReported,
        long decidedAt,
        @Nullable Instant removedAt,
        long reportCount) {}
