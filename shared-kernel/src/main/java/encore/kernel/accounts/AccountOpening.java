package encore.kernel.accounts;

/** The answer to the commands of an account. A repeated command continues with the uid in it. */
public record AccountOpening(AccountId id, String defaultPointUid) {}
