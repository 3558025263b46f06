package encore.infra.eventstore.log;

import java.util.OptionalLong;

/** Marks beside the log up to which each automation has delivered all that it named: what is lost elsewhere is not. */
public interface TokenStore {

    /** Empty for an automation that has never run on this log. */
    OptionalLong position(String automation);

    /** Writes an automation's mark durably. It moves forward alone: who woke too late takes nothing back. */
    void move(String automation, long position);
}
