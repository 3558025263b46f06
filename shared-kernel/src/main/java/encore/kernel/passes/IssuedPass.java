package encore.kernel.passes;

/** Names a pass, by its uid and by what stands on it. */
public record IssuedPass(String passUid, String passCode) {}
