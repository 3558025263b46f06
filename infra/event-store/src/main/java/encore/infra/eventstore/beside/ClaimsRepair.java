package encore.infra.eventstore.beside;

/** Makes the claims of a log that nobody writes to what its events say. */
public interface ClaimsRepair extends AutoCloseable {

    /** The log as it is now. */
    BesideRows rows();

    /** Removes what is unfounded and adds what is missing and known, all of it or nothing where the store can. */
    void apply(ClaimsReport report);

    @Override
    void close();
}
