package encore.infra.eventstore.log;

import java.util.OptionalLong;

/** How far automations have come; it lives with the log, not with any view. */
public interface TokenStore {

    OptionalLong position(String processor);

    /** Writes a processor's position durably. */
    void move(String processor, long position);
}
