package encore.kernel.passes;

/** The answer to the commands of a pass: its uid and the code that is printed on it. */
public record IssuedPass(String passUid, String passCode) {}
