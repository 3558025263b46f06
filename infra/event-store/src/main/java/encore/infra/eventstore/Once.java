package encore.infra.eventstore;

import encore.kernel.Refusal;
import java.util.function.Supplier;

/** What is honoured once in the stream at hand; a parameter of a command handler. */
public interface Once {

    /**
     * Decides under a key. A key that was used answers as it did then; with another fingerprint it is a Refusal that
     * names {@code award_key}. Otherwise key, fingerprint and answer join the commit.
     *
     * @param key the client's key; it is prefixed with the stream
     * @param fingerprint what must be the same in a repeat
     */
    <R> R perKey(String key, Object fingerprint, Class<R> answer, Supplier<R> decide);

    /** The same for the keys of automations, a namespace of their own. */
    <R> R perAutomationKey(String key, Object fingerprint, Class<R> answer, Supplier<R> decide);

    /** What a key is answered with that was used for something else. */
    static Refusal misused() {
        return new Refusal(
                Refusal.Kind.RULE, "key-used-otherwise", "award_key", "This award_key was used for another award.");
    }
}
