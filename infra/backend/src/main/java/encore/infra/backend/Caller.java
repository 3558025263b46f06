package encore.infra.backend;

/**
 * Identifies the caller of one call. {@code account()} is the first argument of every id.
 *
 * @param actor the key's id, or another name that is neither secret nor personal: it is recorded with each event
 */
public record Caller(long account, String actor, RequestContext context) {

    /** Returns the caller of commands that change nothing: a repeat of the request looks again. */
    public Caller forLookUp() {
        return new Caller(account, actor, context.forLookUp());
    }
}
