package encore.infra.eventstore.process;

import org.jspecify.annotations.Nullable;

/**
 * A dead letter of an automation by its kind, as the automation has it in memory. Each kind says what it blocks. All are
 * stored as an {@link AutomationDeadLetter}.
 */
public sealed interface ProcessDeadLetter {

    /** Returns the position of the event, or of the last event before the timer. */
    long position();

    /** Returns the timer that it belongs to; null for one of an event. */
    default @Nullable AutomationTimer timer() {
        return null;
    }

    /** Returns how often it was tried; 0 when it only waits. */
    int attempts();

    /** Returns the stored form. */
    AutomationDeadLetter stored();

    /** An event that could not be applied, or that waits for an earlier one. It blocks its stream. */
    record OfEvent(long position, long account, String stream, String cause, int attempts)
            implements ProcessDeadLetter {

        @Override
        public AutomationDeadLetter stored() {
            return new AutomationDeadLetter(position, 0, account, stream, cause, attempts, null);
        }
    }

    /** A timer that could not be handled. It blocks nothing else. */
    record OfTimer(long position, AutomationTimer timer, String cause, int attempts) implements ProcessDeadLetter {

        @Override
        public AutomationDeadLetter stored() {
            String key = AutomationTimer.BY_KEY + timer.key();
            return new AutomationDeadLetter(position, 0, timer.account(), key, cause, attempts, timer);
        }
    }

    /** A step of long work that could not be done. It blocks this work. */
    record OfWork(long position, long account, String cause, int attempts) implements ProcessDeadLetter {

        @Override
        public AutomationDeadLetter stored() {
            return new AutomationDeadLetter(position, 0, account, LongWork.key(position), cause, attempts, null);
        }
    }

    /** A command that failed with an error. It blocks the commands of its order key. */
    record OfCommand(
            long position,
            long ordinal,
            long account,
            String orderKey,
            String cause,
            int attempts,
            @Nullable AutomationTimer timer)
            implements ProcessDeadLetter {

        @Override
        public AutomationDeadLetter stored() {
            return new AutomationDeadLetter(position, ordinal, account, orderKey, cause, attempts, timer);
        }
    }

    /** Returns the dead letter that a stored form is of. */
    static ProcessDeadLetter of(AutomationDeadLetter stored) {
        if (stored.ordinal() > 0) {
            return new OfCommand(
                    stored.position(),
                    stored.ordinal(),
                    stored.account(),
                    stored.key(),
                    stored.cause(),
                    stored.attempts(),
                    stored.timer());
        }
        if (stored.timer() != null) {
            return new OfTimer(stored.position(), stored.timer(), stored.cause(), stored.attempts());
        }
        return stored.key().equals(LongWork.key(stored.position()))
                ? new OfWork(stored.position(), stored.account(), stored.cause(), stored.attempts())
                : new OfEvent(stored.position(), stored.account(), stored.key(), stored.cause(), stored.attempts());
    }
}
