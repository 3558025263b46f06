package encore.kernel.fans;

import encore.kernel.WireTime;
import java.time.Instant;

/** Says that a fan was erased, to those who keep copies. */
public record Erasure(
        long fanId,
        long position,
        @WireTime(WireTime.Form.BOTH) Instant time) {}
