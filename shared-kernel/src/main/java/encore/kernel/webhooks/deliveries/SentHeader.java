package encore.kernel.webhooks.deliveries;

/** A header of a message. */
public record SentHeader(String name, String value) {}
