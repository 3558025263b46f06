package encore.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a command or query that breaks a rule. It changes nothing, and is answered as {@code
 * application/problem+json}.
 */
public final class Refusal extends RuntimeException {

    private final Kind kind;
    private final String type;
    private final @Nullable String field;

    public Refusal(Kind kind, String type, String sentence) {
        this(kind, type, null, sentence);
    }

    /**
     * @param type a short kebab-case name of the rule, the last part of the problem's type
     * @param field the wire name of the wrong input, or null
     * @param sentence a sentence for the caller, without personal data
     */
    public Refusal(Kind kind, String type, @Nullable String field, String sentence) {
        super(sentence, null, false, false);
        this.kind = kind;
        this.type = type;
        this.field = field;
    }

    /**
     * Refuses an id in the path. The answer is the same for an id that does not exist, is malformed or belongs to
     * another account.
     */
    public static Refusal unknown(String sentence) {
        return new Refusal(Kind.UNKNOWN, "unknown", sentence);
    }

    /** Refuses a parameter that names something unknown, malformed or another account's. */
    public static Refusal unknownId(String parameter) {
        return new Refusal(Kind.RULE, "unknown-id", parameter, "There is no such " + parameter + ".");
    }

    public Kind kind() {
        return kind;
    }

    public String type() {
        return type;
    }

    public @Nullable String field() {
        return field;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    /** The kind of refusal, which sets the HTTP status. */
    public enum Kind {
        /** Bad input or a broken rule: 400. */
        RULE,
        /** The caller is shut out, for example a fan who is banned from a show: 403. */
        FORBIDDEN,
        /** An id in the path that is unknown, malformed or another account's: 404. */
        UNKNOWN,
        /** A concurrent change; the same call may succeed when it is tried again: 409. */
        CONFLICT,
        /** The store accepts no writes now, or the projections are behind: 503. */
        UNAVAILABLE
    }
}
