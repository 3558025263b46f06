package encore.kernel.completions;

import encore.kernel.PositionedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the completion of a quest.
 *
 * @param activityId the position of the completion's activity; null until it is in the log
 */
public record CompletedQuest(@Nullable Long activityId) implements PositionedAnswer<CompletedQuest> {

    @Override
    public CompletedQuest withPosition(long position) {
        return activityId == null ? new CompletedQuest(position) : this;
    }
}
