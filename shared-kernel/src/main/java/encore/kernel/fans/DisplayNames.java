package encore.kernel.fans;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says how fans are called where others see them, by fan_id; who has no name is not there. */
public record DisplayNames(Map<Long, String> byFan) {

    public DisplayNames {
        byFan = Map.copyOf(byFan);
    }

    public @Nullable String of(long fanId) {
        return byFan.get(fanId);
    }
}
