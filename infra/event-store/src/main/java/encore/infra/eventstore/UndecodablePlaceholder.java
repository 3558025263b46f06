package encore.infra.eventstore;

import encore.kernel.Event;

/**
 * Takes the place of an event that cannot be decoded: its type or revision is unknown to this build, or it is damaged.
 * A projection or automation stores it as a dead letter, which a build that knows the event retries, and goes on with
 * the next event. It is not a record, because it is not a message.
 */
public final class UndecodablePlaceholder implements Event {

    private final String type;

    /** @param type the type's name in the log */
    public UndecodablePlaceholder(String type) {
        this.type = type;
    }

    public String type() {
        return type;
    }

    /** Thrown when such an event is applied. The class name is stored in dead letters, so it must not change. */
    public static final class UndecodableEvent extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UndecodableEvent(String type) {
            super(type, null, false, false);
        }
    }

    /** Throws when an event could not be decoded. */
    public static void requireDecoded(Event event) {
        if (event instanceof UndecodablePlaceholder undecodablePlaceholder) {
            throw new UndecodableEvent(undecodablePlaceholder.type);
        }
    }
}
