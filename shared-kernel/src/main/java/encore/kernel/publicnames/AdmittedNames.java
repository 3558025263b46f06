package encore.kernel.publicnames;

/** The answer: how many tags and titles public calls have brought into the account so far. */
public record AdmittedNames(int tags, int titles) {}
