package encore.infra.eventstore.log;

import java.util.OptionalLong;

/**
 * Positions up to which each automation has delivered all its commands. They are stored with the log, so they survive
 * when the automation's own store is lost.
 */
public interface TokenStore {

    /** Returns an automation's position, or empty when it has never run on this log. */
    OptionalLong position(String automation);

    /**
     * Stores an automation's position durably. It only moves forward, so a late call of a former owner changes nothing.
     */
    void advance(String automation, long position);
}
