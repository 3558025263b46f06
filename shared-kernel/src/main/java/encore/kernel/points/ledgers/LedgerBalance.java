package encore.kernel.points.ledgers;

/** The balance of a ledger, for a decision of another feature. */
public record LedgerBalance(long balance) {}
