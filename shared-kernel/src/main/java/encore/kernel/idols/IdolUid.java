package encore.kernel.idols;

/** The answer to whatever is done to an idol. */
public record IdolUid(String idolUid) {}
