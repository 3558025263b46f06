package encore.kernel.history;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a thing's history.
 *
 * @param actor as the journal of operations names it
 * @param actorLabel the label of a key pair, or the name of a person; null when there is none any more
 * @param event the event's name in the log
 * @param position the event's position
 * @param changes the fields that it set; empty for an event that says it all by its name
 */
public record RecordedChange(
        @WireTime(WireTime.Form.SECONDS) Instant at,
        String actor,
        @Nullable String actorLabel,
        String event,
        long position,
        List<FieldChange> changes) {

    public RecordedChange {
        changes = List.copyOf(changes);
    }
}
