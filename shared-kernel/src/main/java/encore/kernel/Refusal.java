package encore.kernel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a command or query that breaks a rule. It changes nothing, and is answered as {@code
 * application/problem+json}.
 */
public final class Refusal extends RuntimeException {

    private final Kind kind;
    private final String type;
    private final @Nullable String field;
    private final transient @Nullable LaterChange laterChange;

    public Refusal(Kind kind, String type, String sentence) {
        this(kind, type, null, sentence);
    }

    /**
     * @param type a short kebab-case name of the rule, the last part of the problem's type
     * @param field the wire name of the wrong input, or null
     * @param sentence a sentence for the caller, without personal data
     */
    public Refusal(Kind kind, String type, @Nullable String field, String sentence) {
        this(kind, type, field, sentence, null);
    }

    private Refusal(
            Kind kind, String type, @Nullable String field, String sentence, @Nullable LaterChange laterChange) {
        super(sentence, null, false, false);
        this.kind = kind;
        this.type = type;
        this.field = field;
        this.laterChange = laterChange;
    }

    /** Refuses a change of something that was changed after the caller had read it. */
    public static Refusal changedMeanwhile(LaterChange change) {
        return new Refusal(
                Kind.CHANGED,
                "changed-meanwhile",
                null,
                "This was changed after you read it, at " + change.at() + ". Read it again, and decide anew.",
                change);
    }

    /** Refuses a change of something that does not exist, or not as the caller read it, because of its If-Match. */
    public static Refusal notAsRead(String sentence) {
        return new Refusal(Kind.CHANGED, "changed-meanwhile", sentence);
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

    /** Returns the change that the caller has not seen; null unless that is the reason. */
    public @Nullable LaterChange laterChange() {
        return laterChange;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    /**
     * The last change of a thing that somebody changed after the caller had read it.
     *
     * @param actor as the journal of operations names it: a key pair, a person, an automation
     */
    public record LaterChange(String actor, Instant at, long position) {}

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
        /** The thing is not as it was when the caller read it: 412. Only calls with If-Match are refused so. */
        CHANGED,
        /** The store accepts no writes now, or the projections are behind: 503. */
        UNAVAILABLE
    }
}
