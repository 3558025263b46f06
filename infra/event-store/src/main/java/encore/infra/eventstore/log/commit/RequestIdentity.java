package encore.infra.eventstore.log.commit;

/**
 * Identifies a request, which is honoured once, by its id and its content.
 *
 * @param id the HMAC of the id that a client or an automation gave
 * @param fingerprint the HMAC of the content; the same id with another fingerprint is refused
 */
public record RequestIdentity(byte[] id, byte[] fingerprint) {}
