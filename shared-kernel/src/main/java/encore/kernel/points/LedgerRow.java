package encore.kernel.points;

/** Tells where a record of a ledger stands in the log, and the balance of the ledger with it. */
public record LedgerRow(String pointUid, long position, long balance) {}
