package encore.infra.eventstore.log;

/** The sequence and the type's name of a stream's last event. */
public record StreamHead(long sequence, String type) {}
