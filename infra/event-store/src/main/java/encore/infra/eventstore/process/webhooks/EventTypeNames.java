package encore.infra.eventstore.process.webhooks;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.kernel.Event;
import encore.kernel.names.EventNames;

/** Returns the names of events in the log, which are also the types of messages. */
public final class EventTypeNames {

    private static final ClassValue<String> NAMES = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return EventNames.of(type.asSubclass(Event.class));
        }
    };

    private EventTypeNames() {}

    /** Returns the name of an event's type, also of an event that this build cannot read. */
    public static String of(RecordedEvent recordedEvent) {
        return recordedEvent.event() instanceof UndecodablePlaceholder undecodable
                ? undecodable.type()
                : NAMES.get(recordedEvent.event().getClass());
    }
}
