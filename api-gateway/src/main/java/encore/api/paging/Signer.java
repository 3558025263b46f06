package encore.api.paging;

/** Holds the key that cursors are sealed with; it comes from the query side and is the same on every gateway. */
@FunctionalInterface
public interface Signer {

    /** 32 random bytes. */
    byte[] key();
}
