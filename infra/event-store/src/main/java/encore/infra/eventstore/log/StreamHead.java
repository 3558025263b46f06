package encore.infra.eventstore.log;

/** The last event of a stream: its sequence in the stream and its type's name. */
public record StreamHead(long sequence, String type) {}
