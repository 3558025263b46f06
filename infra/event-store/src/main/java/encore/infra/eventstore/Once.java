package encore.infra.eventstore;

import encore.kernel.Positioned;
import encore.kernel.Refusal;
import java.util.function.Supplier;

/** Keeps what is honoured once in the stream at hand; a parameter of a command handler. */
public interface Once {

    /**
     * A client's key. It is kept in the log under the stream and its kind, so keys of different kinds do not meet.
     *
     * @param kind of what is honoured once: written in the log, so it never changes
     * @param field the wire name of the parameter that the key came in with
     */
    record Key(String kind, String field, String value) {

        /** Refuses the key of something else. */
        public Refusal usedOtherwise() {
            return new Refusal(
                    Refusal.Kind.RULE,
                    "key-used-otherwise",
                    field,
                    "This " + field + " was used for another " + kind + ".");
        }
    }

    /**
     * Decides under a key. A key that was used answers as it did then; with another fingerprint it is a Refusal that
     * names the key's field. Otherwise key, fingerprint and answer join the commit.
     *
     * @param fingerprint what must be the same in a repeat
     * @param answer none that is {@link Positioned}: see {@link #mustBeComplete}
     */
    <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide);

    /** Refuses an answer whose position is not known yet when it is kept: a repeat would answer without it. */
    static void mustBeComplete(Class<?> answer) {
        if (Positioned.class.isAssignableFrom(answer)) {
            throw new IllegalStateException(
                    "A key cannot answer with a " + answer.getSimpleName() + ": its position is not known yet");
        }
    }
}
