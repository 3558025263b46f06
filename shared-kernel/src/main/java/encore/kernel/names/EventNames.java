package encore.kernel.names;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of the events in the log, which followers see as the events' types. */
public final class EventNames {

    private static final Set<String> ALL =
            MessageTypes.of(Event.class).stream().map(EventNames::of).collect(Collectors.toUnmodifiableSet());

    private EventNames() {}

    /** Returns the name of an event: its record's simple name in snake_case, or its {@link EventName}. */
    public static String of(Class<? extends Event> event) {
        EventName name = event.getAnnotation(EventName.class);
        return name == null
                ? event.getSimpleName()
                        .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_")
                        .toLowerCase(Locale.ROOT)
                : name.value();
    }

    /** Returns the names of all events of this build. */
    public static Set<String> all() {
        return ALL;
    }

    /** Whether an event of this build has the name. */
    public static boolean isKnown(String name) {
        return ALL.contains(name);
    }
}
