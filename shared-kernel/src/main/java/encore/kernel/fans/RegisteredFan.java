package encore.kernel.fans;

/** The answer to whatever writes a fan: whose record it is. */
public record RegisteredFan(long fanId) {}
