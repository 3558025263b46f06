package encore.command.axon;

import encore.infra.eventstore.axon.StreamGuard;
import encore.infra.eventstore.axon.UnheldClaims;
import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * The state that all steps of one request share.
 *
 * @param streamGuard the precondition of the request; null for none
 */
record CallScope(UnheldClaims unheldClaims, @Nullable StreamGuard streamGuard) {

    /** Checks the precondition on the log, before a step does anything. Handlers without an aggregate check it nowhere else. */
    void checkLog() {
        if (streamGuard != null) {
            streamGuard.checkLog();
        }
    }

    /** Notes that an earlier try of the request carried out a step. */
    void noteRepeat(Command<?> step, long position) {
        if (streamGuard != null) {
            streamGuard.noteOwn(step.stream().toString(), position);
        }
    }
}
