package encore.kernel.fans;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The public display names of fans by fan_id. Fans without one are left out. */
public record DisplayNames(Map<Long, String> byFan) {

    public DisplayNames {
        byFan = Map.copyOf(byFan);
    }

    public @Nullable String of(long fanId) {
        return byFan.get(fanId);
    }
}
