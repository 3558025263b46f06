package encore.command.axon;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.kernel.Refusal;

/** Answers a command that erases a subject only when the subject's key is destroyed. */
final class ErasureBarrier {

    private final SubjectEraser subjectEraser;
    private final UnitOfWorkDispatcher unitOfWorkDispatcher;

    ErasureBarrier(SubjectEraser subjectEraser, UnitOfWorkDispatcher unitOfWorkDispatcher) {
        this.subjectEraser = subjectEraser;
        this.unitOfWorkDispatcher = unitOfWorkDispatcher;
    }

    CommandResult decide(CommandContext context, StepDispatch steps) {
        CommandResult done = unitOfWorkDispatcher.decide(context, steps);
        AppendedCommit appendedCommit = context.appended();
        if (appendedCommit != null && context.erasesSubject() && !subjectEraser.await(appendedCommit.last())) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "not-erased-yet",
                    "The erasure is recorded. The key could not be destroyed yet; this is tried again.");
        }
        return done;
    }
}
