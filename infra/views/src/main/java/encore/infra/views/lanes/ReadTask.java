package encore.infra.views.lanes;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One question in the lanes. */
final class ReadTask<R> {

    final long account;
    final CompletableFuture<R> answer = new CompletableFuture<>();
    private final ReadDeadline deadline;
    private final Supplier<R> question;

    /** Guarded by the lanes' lock; while the question works, only its reader uses it. */
    boolean slow;

    ReadTask(long account, ReadDeadline deadline, Supplier<R> question) {
        this.account = account;
        this.deadline = deadline;
        this.question = question;
    }

    /** Answers the question. Returns whether it has to begin anew in the slow lane. */
    boolean run(Duration fastTime) {
        if (answer.isDone()) {
            return false;
        }
        ReadDeadline attempt = slow ? deadline.inSlowLane() : deadline.inFastLane(fastTime);
        try {
            attempt.check();
            answer.complete(ScopedValue.where(ReadDeadline.CURRENT, attempt).<R, RuntimeException>call(question::get));
            return false;
        } catch (ReadStopped e) {
            if (!slow && e.reason() == Reason.SLOW) {
                return true;
            }
            answer.completeExceptionally(e);
            return false;
        } catch (Throwable e) {
            answer.completeExceptionally(e);
            return false;
        } finally {
            // Threads that the query started and that still run stop as well.
            attempt.cancel();
        }
    }
}
