package encore.infra.eventstore;

import encore.kernel.StreamId;

/** The keys that personal data is encrypted with; a parameter of the one handler that creates a subject. */
public interface SubjectKeys {

    /** Makes the subject's key, durable before the commit that uses it. Nothing makes a key over a tombstone. */
    void create(StreamId subject);
}
