package encore.kernel.scans;

import java.time.Instant;

/**
 * A scan as it was recorded.
 *
 * @param position the position of its event
 * @param holder the stream that holds its code, or held it at that time
 */
public record ScanRow(long account, long position, Instant recorded, String holder, ScanDetails details) {}
