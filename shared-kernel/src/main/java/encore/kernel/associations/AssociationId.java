package encore.kernel.associations;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import java.util.Arrays;

/**
 * One fan and one performance or idol event; prints as {@code fan_performance.<account>.<fan_id>.<uid>} or {@code
 * fan_idol_event.<account>.<fan_id>.<uid>}.
 */
public record AssociationId(
        @PublishedValue("associated_type") AssociationKind kind,
        @PublishedValue FanId fan,
        @PublishedValue("associated_uid") String uid)
        implements StreamId {

    @JsonCreator
    public static AssociationId parse(String text) {
        String[] parts = text.split("\\.", 4);
        AssociationKind kind = Arrays.stream(AssociationKind.values())
                .filter(candidate -> parts.length == 4 && candidate.stream().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No association"));
        return new AssociationId(kind, new FanId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), parts[3]);
    }

    @Override
    public long account() {
        return fan.account();
    }

    /** Returns the stream of the performance or idol event. */
    public StreamId associatedStream() {
        return kind.associatedStream(account(), uid);
    }

    @Override
    public String toString() {
        return kind.stream() + "." + fan.account() + "." + fan.number() + "." + uid;
    }
}
