package encore.kernel.idols;

/** The answer to the commands of an idol event: its uid. */
public record IdolEventUid(String idolEventUid) {}
