package encore.infra.eventstore;

import encore.kernel.Event;

/**
 * Stands where an event of the log does not decode: of a type or a revision that this build does not know, or damaged. Who
 * folds events keeps it as a dead letter, to be tried again by a build that knows it, and goes on with the rest. It is no
 * record, as it is no message.
 */
public final class Undecodable implements Event {

    private final String type;

    /** @param type as the log names it */
    public Undecodable(String type) {
        this.type = type;
    }

    public String type() {
        return type;
    }

    /** Is what folding it throws; the name stands in dead letters. */
    public static final class UndecodableEvent extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UndecodableEvent(String type) {
            super(type, null, false, false);
        }
    }

    /** Throws when an event is none that can be folded. */
    public static void mustNotBe(Event event) {
        if (event instanceof Undecodable undecodable) {
            throw new UndecodableEvent(undecodable.type);
        }
    }
}
