package encore.kernel;

import encore.kernel.privacy.PersonalData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fact that is recorded for ever. An event carries no time of its own making: the log stamps it. */
public interface Event {

    /**
     * Returns the subject whose {@link PersonalData} this event holds. Its fields are encrypted under this subject's
     * key.
     *
     * @return the subject, or null when no component is personal
     */
    default @Nullable StreamId subject() {
        return null;
    }

    /**
     * Marks the event that ends a stream. The stream stays readable for ever. After it, only a handler that asks for
     * ended streams decides commands there; for any other command the stream is unknown. The stream's id is the first
     * component. If the event names a subject, the subject's key is destroyed after the event is durable.
     */
    interface FinalEvent extends Event {

        /**
         * Returns whether this end of a subject is an erasure. If not, somebody else has the subject's data from now on,
         * and a restored backup may give the key back.
         */
        default boolean erases() {
            return true;
        }

        /** Returns the subject that has the data from now on; null after an erasure, or when it is unknown. */
        default @Nullable StreamId successor() {
            return null;
        }
    }

    /** Marks the effect of a call below {@code manage/}. The journal of operations shows it. */
    interface ManagementAction extends Event {

        /** Returns the object of the operation. It never names a person. */
        String target();

        /** Returns whether a call below {@code manage/} caused this event. Some events are also caused by automations. */
        default boolean countsAsOperation() {
            return true;
        }
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
