package encore.kernel.fans;

/** The answer to the commands that write a fan: the number of the fan. */
public record RegisteredFan(long fanId) {}
