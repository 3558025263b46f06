package encore.infra.eventstore;

import encore.kernel.PositionedAnswer;
import encore.kernel.Refusal;
import java.util.function.Supplier;

/** Makes a decision once for each key of a client, in the current stream; a parameter of a command handler. */
public interface Once {

    /**
     * A client's key. The log stores it with the stream and its kind, so keys of different kinds do not collide.
     *
     * @param kind the kind of thing that is done once; the log stores it, so it must never change
     * @param field the wire name of the parameter that the key came in with
     */
    record Key(String kind, String field, String value) {

        /** Returns the refusal of a key that was used for something else. */
        public Refusal conflictRefusal() {
            return new Refusal(
                    Refusal.Kind.RULE,
                    "key-used-otherwise",
                    field,
                    "This " + field + " was used for another " + kind + ".");
        }
    }

    /**
     * Decides under a key. If the key was used before with the same fingerprint, returns the answer of that time. If it
     * was used with another fingerprint, throws a Refusal that names the key's field. Otherwise decides, and stores
     * key, fingerprint and answer with the commit.
     *
     * @param fingerprint the values that must be the same in a repeat
     * @param answer must not be {@link PositionedAnswer}: see {@link #mustBeComplete}
     */
    <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide);

    /**
     * Throws when an answer carries a position, which is not known yet when the answer is stored: a repeat would lack
     * it.
     */
    static void mustBeComplete(Class<?> answer) {
        if (PositionedAnswer.class.isAssignableFrom(answer)) {
            throw new IllegalStateException(
                    "A key cannot store a " + answer.getSimpleName() + ": its position is not known yet");
        }
    }
}
