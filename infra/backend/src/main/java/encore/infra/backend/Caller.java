package encore.infra.backend;

/**
 * Names who calls, and the one call at hand. {@code account()} is the first argument of every id.
 *
 * @param actor the key's id, or another name that is no secret and not personal: it is recorded with each event
 */
public record Caller(long account, String actor, RequestContext call) {}
