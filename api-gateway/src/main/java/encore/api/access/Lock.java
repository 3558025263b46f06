package encore.api.access;

/** The credentials that a caller must show before a handler runs (the lock column of the contract). */
public enum Lock {
    /** A valid api_key with the scope. */
    KEY,
    /** An api_key with the scope, and its secret. */
    SECRET,
    /** An api_key and a live session of the same account. */
    SESSION,
    /** None here: a browser is on its way through a login, and the handler itself checks its parameters. */
    BROWSER,
    /** None: anybody may call. */
    OPEN,
    /** The operator's token. */
    OPERATOR
}
