package encore.infra.eventstore;

import encore.kernel.StreamId;

/** Whether other streams exist and have not ended, from the log; a parameter of a command handler. */
public interface Streams {

    boolean isOpen(StreamId stream);

    /** Refuses (400, naming the field) when the stream is unknown or has ended. */
    void mustBeOpen(StreamId stream, String field);

    /** Refuses (404) when the stream is unknown or has ended: for an id that stood in the path. */
    void mustBeKnown(StreamId stream);
}
