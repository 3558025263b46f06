package encore.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that happened, for ever. An event carries no time of its own making: the log stamps it. */
public interface Event {

    /**
     * Names whose {@link PersonalData} this event holds; its fields are encrypted under this subject's key.
     *
     * @return the subject, or null when no component is personal
     */
    default @Nullable StreamId subject() {
        return null;
    }

    /**
     * Marks the event after which a stream has ended: it can be read for ever, and no command is decided on it but by a
     * handler that asks for it; any other is unknown there. The stream's id is its first component. One that names a subject
     * erases it: the subject's key is destroyed once the event is durable.
     */
    interface Ending extends Event {}

    /** Marks what somebody does by a call below {@code manage/}: the journal of operations tells of it. */
    interface Managed extends Event {

        /** Names what it was done to, and nobody. */
        String target();
    }

    /**
     * An event that carries a patch: the parts of a record that changed, and the names of the components that were cleared.
     *
     * @param <T> the record that is changed
     */
    interface Change<T extends Record> extends Event {

        /** The new values; null where a component did not change. */
        T changes();

        /** Names of components; null for none. */
        @Nullable
        List<String> cleared();

        default Patch<T> patch() {
            return Patch.of(changes(), cleared());
        }
    }
}
