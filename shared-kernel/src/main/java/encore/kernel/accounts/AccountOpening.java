package encore.kernel.accounts;

/** Says what an account was opened as: the answer to commands about it, and what a repeat of one goes on with. */
public record AccountOpening(AccountId id, String defaultPointUid) {}
