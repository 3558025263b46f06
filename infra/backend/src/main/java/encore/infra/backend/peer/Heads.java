package encore.infra.backend.peer;

import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** Holds what travels beside a message, in the metadata of its request. */
final class Heads {

    /** Of messages and answers. */
    static final MimeType CBOR = new MimeType("application", "cbor");

    static final MimeType METADATA = MimeTypeUtils.parseMimeType("message/x.rsocket.composite-metadata.v0");

    private Heads() {}

    /**
     * Beside a command.
     *
     * @param seen a position that the caller knows of
     * @param again whether another node may have been sent it before
     * @param deadline how many milliseconds the gateway waits for the answer
     */
    record OrderHead(
            long account,
            String actor,
            String requestId,
            @Nullable String fingerprint,
            long seen,
            boolean again,
            long deadline) {

        static final MimeType TYPE = new MimeType("application", "vnd.encore.order+cbor");

        /** The header that carries it to the handler. */
        static final String NAME = "order";
    }

    /** Beside a query; times in milliseconds. */
    record QuestionHead(long minPosition, long patience, boolean strict, long deadline) {

        static final MimeType TYPE = new MimeType("application", "vnd.encore.question+cbor");

        /** The header that carries it to the handler. */
        static final String NAME = "question";
    }
}
