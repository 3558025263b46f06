package encore.infra.eventstore.log;

import java.util.OptionalLong;

/**
 * Positions up to which each automation has delivered all its commands, and the times up to which it has delivered those
 * of its timers. They are stored with the log, so they survive when the automation's own store is lost.
 */
public interface TokenStore {

    /** The suffix of an automation's name in a row that contains a time in the place of a position. */
    String TIMERS = "/timers";

    /** Returns an automation's position, or empty when it has never run on this log. */
    OptionalLong position(String automation);

    /**
     * Stores an automation's position durably. It only moves forward, so a late call of a former owner changes nothing.
     */
    void advance(String automation, long position);

    /**
     * Returns the time up to which an automation has delivered the commands of those timers that were set by events up to
     * its position, in milliseconds since 1970. Empty when no timer of it was ever due.
     */
    default OptionalLong timersUntil(String automation) {
        return position(automation + TIMERS);
    }

    /** Stores that time durably. It only moves forward. */
    default void advanceTimers(String automation, long epochMillis) {
        advance(automation + TIMERS, epochMillis);
    }

    /** Returns whether a row of this name contains a time, not a position. */
    static boolean isTime(String name) {
        return name.endsWith(TIMERS);
    }
}
