package encore.infra.eventstore.log;

/**
 * A key that is honoured once in the log.
 *
 * @param key {@code <stream>/<space>/<key>}
 * @param fingerprint what was asked under it, to tell a repeat from a misuse
 * @param answer JSON of the first answer
 */
public record OnceKey(String key, String fingerprint, byte[] answer) {}
