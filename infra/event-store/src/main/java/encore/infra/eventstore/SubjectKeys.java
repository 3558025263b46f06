package encore.infra.eventstore;

import encore.kernel.StreamId;

/** Creates the keys that personal data is encrypted with; a parameter of the one handler that creates a subject. */
public interface SubjectKeys {

    /**
     * Creates the subject's key, which is durable before the commit that uses it. A destroyed key is never created
     * again.
     */
    void create(StreamId subject);
}
