package encore.infra.eventstore.keys;

import org.jspecify.annotations.Nullable;

/**
 * The end of a subject's key, with its reason. A restore needs the reason: a backup may give a key back if its subject
 * was not erased.
 *
 * @param erased whether the subject was erased
 * @param successor the subject that has the data from now on; null after an erasure. If it is null without an erasure, the
 *     reason is unknown: earlier builds did not store it
 */
public record KeyEnd(
        String subject, boolean erased, @Nullable String successor) {

    /** Returns the end of an erased subject's key. */
    public static KeyEnd erasure(String subject) {
        return new KeyEnd(subject, true, null);
    }

    /** Returns the end of the key of a subject whose data another subject has from now on, or an unknown one. */
    public static KeyEnd handover(String subject, @Nullable String successor) {
        return new KeyEnd(subject, false, successor);
    }
}
