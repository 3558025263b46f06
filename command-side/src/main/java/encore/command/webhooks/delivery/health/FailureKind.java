package encore.command.webhooks.delivery.health;

import java.util.Locale;

/** The kind of a failure, as attempts and dead letters show it. */
public enum FailureKind {
    /** The name of the host leads to an address that may not be called. */
    NOT_ALLOWED,
    /** The name of the host has no address. */
    UNKNOWN_HOST,
    /** No connection was made, or it ended before the answer. */
    UNREACHABLE,
    /** The host shows no certificate that is trusted. */
    TLS,
    /** No answer came in time. */
    TIMEOUT,
    /** The endpoint answered another status than 2xx. */
    STATUS,
    /** This build cannot read the event. */
    UNREADABLE,
    /** The message could not be made now. It was not sent, and it is tried again. */
    UNSENT;

    /** Returns the name on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
