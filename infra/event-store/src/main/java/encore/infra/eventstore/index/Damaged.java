package encore.infra.eventstore.index;

import java.io.IOException;

/** A file of the index is not what was written: it can be made anew from the log. */
final class Damaged extends IOException {

    Damaged(String message) {
        super(message);
    }
}
