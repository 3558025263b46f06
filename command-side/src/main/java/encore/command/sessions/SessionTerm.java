package encore.command.sessions;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The term of a session. A use prolongs it to its full length again, when a while has passed since the login or the
 * last prolongation, but never beyond a year after the login.
 *
 * @param loginAt the time of the login, in whole seconds
 * @param expiresAt the end of the session
 */
record SessionTerm(Instant loginAt, Instant expiresAt) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** The lengths of a kind of session. */
    enum Kind {
        GUEST(Duration.ofHours(24), Duration.ofHours(1)),
        FAN(Duration.ofDays(30), Duration.ofDays(1));

        private final Duration length;

        /** The time after the login or the last prolongation from which a use prolongs the session. */
        private final Duration step;

        Kind(Duration length, Duration step) {
            this.length = length;
            this.step = step;
        }

        SessionTerm startingAt(Instant at) {
            Instant login = at.truncatedTo(ChronoUnit.SECONDS);
            return new SessionTerm(login, login.plus(length));
        }

        /** Returns the term of a session that begins with this end. */
        SessionTerm endingAt(Instant firstEnd) {
            return new SessionTerm(firstEnd.minus(length), firstEnd);
        }
    }

    SessionTerm prolongedTo(Instant end) {
        return new SessionTerm(loginAt, end);
    }

    boolean isOver(Instant now) {
        return !now.isBefore(expiresAt);
    }

    private Instant latestEnd() {
        return loginAt.plus(LONGEST);
    }

    /** Returns the time from which a use prolongs the session; its end when it can no longer be prolonged. */
    Instant prolongableFrom(Kind kind) {
        return expiresAt.isBefore(latestEnd()) ? expiresAt.minus(kind.length).plus(kind.step) : expiresAt;
    }

    /** Returns the term after a use at this moment; the same term when the use does not prolong it. */
    SessionTerm usedAt(Instant now, Kind kind) {
        if (now.isBefore(prolongableFrom(kind)) || isOver(now)) {
            return this;
        }
        Instant full = now.truncatedTo(ChronoUnit.SECONDS).plus(kind.length);
        return prolongedTo(full.isBefore(latestEnd()) ? full : latestEnd());
    }
}
