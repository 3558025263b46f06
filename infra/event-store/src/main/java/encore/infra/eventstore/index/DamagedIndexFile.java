package encore.infra.eventstore.index;

import java.io.IOException;

/** Thrown when a file of the index is damaged. It can be rebuilt from the log. */
final class DamagedIndexFile extends IOException {

    DamagedIndexFile(String message) {
        super(message);
    }
}
