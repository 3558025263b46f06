package encore.kernel.shows.chat;

/** The answer to the removal or restoration of a message: where it is in the log. */
public record ModeratedMessage(long messagePosition) {}
