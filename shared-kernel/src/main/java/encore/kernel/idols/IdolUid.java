package encore.kernel.idols;

/** The answer to the commands of an idol: its uid. */
public record IdolUid(String idolUid) {}
