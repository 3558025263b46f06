package encore.api.paging;

/** Supplies the key that encrypts cursors. It comes from the query side and is the same on every gateway. */
@FunctionalInterface
public interface CursorKeySource {

    /** Returns the key, 32 random bytes. */
    byte[] key();
}
