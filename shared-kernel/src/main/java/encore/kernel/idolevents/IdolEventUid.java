package encore.kernel.idolevents;

/** The answer to the commands of an idol event: its uid. */
public record IdolEventUid(String idolEventUid) {}
