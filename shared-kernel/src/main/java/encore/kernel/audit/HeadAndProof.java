package encore.kernel.audit;

import org.jspecify.annotations.Nullable;

/**
 * The signed head of the log.
 *
 * @param proof the proof of the event that was asked for; null when the head alone was asked for
 */
public record HeadAndProof(SignedHead head, @Nullable Proof proof) {}
