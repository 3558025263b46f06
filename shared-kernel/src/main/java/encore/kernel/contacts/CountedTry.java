package encore.kernel.contacts;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a try that is counted against a limit.
 *
 * @param retryAfter the seconds until the next try; null when the limit was not reached
 */
public record CountedTry(@Nullable Long retryAfter) {}
