package encore.kernel.fans;

import org.jspecify.annotations.Nullable;

/** How a fan is called where others see it. */
public record FanName(long fanId, @Nullable String displayName) {}
