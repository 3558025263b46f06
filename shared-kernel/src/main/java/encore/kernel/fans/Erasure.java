package encore.kernel.fans;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** The erasure of a fan, for customers that keep copies of its data. */
public record Erasure(
        long fanId,
        long position,
        @WireTime(WireTime.Form.BOTH) Instant time) {}
