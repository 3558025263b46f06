package encore.kernel.points.ledgers;

/** The position of a ledger's record in the log, and the balance of the ledger after it. */
public record LedgerRow(String pointUid, long position, long balance) {}
