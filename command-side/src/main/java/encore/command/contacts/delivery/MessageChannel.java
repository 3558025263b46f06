package encore.command.contacts.delivery;

/** A way to send messages. Calls block, with a bound of at most a minute, and come from several threads. */
interface MessageChannel {

    /** The result of one attempt. */
    enum Result {
        SENT,
        /** The demo's mailbox shows the message. */
        SHOWN,
        /** The message will never be accepted. */
        REJECTED,
        /** A later attempt may succeed. */
        UNREACHABLE
    }

    Result send(OutgoingMessage message);

    /** Returns whether messages leave this installation, so that held deliveries hold them. */
    default boolean isOutside() {
        return true;
    }
}
