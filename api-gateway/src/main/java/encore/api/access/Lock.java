package encore.api.access;

/** Names what a caller must show before a handler runs (the lock column of the contract). */
public enum Lock {
    /** A valid api_key with the scope. */
    KEY,
    /** An api_key with the scope, and its secret. */
    SECRET,
    /** An api_key and a live session of the same account. */
    SESSION,
    /** A browser on its way through a login: the handler checks what it brings. */
    BROWSER,
    /** Nothing. */
    OPEN,
    /** The operator's token. */
    OPERATOR
}
