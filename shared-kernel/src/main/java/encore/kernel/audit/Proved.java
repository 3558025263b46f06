package encore.kernel.audit;

import org.jspecify.annotations.Nullable;

/** The log's head, and the way to a head from the event that was asked for; null when none was. */
public record Proved(SignedHead head, @Nullable Proof proof) {}
