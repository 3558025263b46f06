package encore.infra.eventstore.log;

/**
 * Identifies a request that is honoured once: by its id, and by what was asked under it.
 *
 * @param id HMAC of the id that a client or an automation gave
 * @param fingerprint HMAC of what was asked: the same id with another one is refused
 */
public record RequestKey(byte[] id, byte[] fingerprint) {}
