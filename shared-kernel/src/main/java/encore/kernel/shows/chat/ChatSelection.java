package encore.kernel.shows.chat;

import org.jspecify.annotations.Nullable;

/**
 * Selects messages of a show. A component that is null selects all.
 *
 * @param isReported whether the message was reported since it was last restored
 * @param text a text that the message contains, compared without case
 */
public record ChatSelection(
        @Nullable String roomName,
        @Nullable Long fanId,
        @Nullable Boolean isRemoved,
        @Nullable Boolean isReported,
        @Nullable String text) {

    /** Returns the same selection, whatever the texts say. */
    public ChatSelection withoutText() {
        return new ChatSelection(roomName, fanId, isRemoved, isReported, null);
    }

    /** Returns whether the places of a message suffice to select it. */
    public boolean matches(ChatMessageRow row) {
        return (roomName == null || roomName.equals(row.roomName()))
                && (fanId == null || fanId == row.fanId())
                && (isRemoved == null || isRemoved == row.isRemoved())
                && (isReported == null || isReported == row.isReported());
    }
}
