package encore.infra.eventstore.log.commit;

/**
 * A key under which something was decided once.
 *
 * @param key {@code <stream>/<space>/<key>}
 * @param fingerprint identifies the request, to distinguish a repeat from a misuse of the key
 * @param answer the first answer as JSON
 */
public record OnceKey(String key, String fingerprint, byte[] answer) {}
