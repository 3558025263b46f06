package encore.kernel.idols;

/** The answer to whatever is done to an idol event. */
public record IdolEventUid(String idolEventUid) {}
