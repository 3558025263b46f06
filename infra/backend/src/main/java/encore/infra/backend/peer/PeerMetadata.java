package encore.infra.backend.peer;

import encore.infra.backend.Pace;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** The metadata that is sent with a message. */
public final class PeerMetadata {

    /** The media type of messages and answers. */
    public static final MimeType CBOR = new MimeType("application", "cbor");

    public static final MimeType METADATA = MimeTypeUtils.parseMimeType("message/x.rsocket.composite-metadata.v0");

    private PeerMetadata() {}

    /**
     * The metadata of a command.
     *
     * @param minPosition the least position of the log that the command may be decided on; 0 for any
     * @param isNewId whether the request id was just minted and sent to no other node, so it need not be looked up
     * @param timeout the number of milliseconds that the gateway waits for the answer
     * @param ifMatch the position of an {@link encore.infra.backend.IfMatch}; null for none. It is sent only to nodes that
     *     said in the handshake that they check it
     */
    public record CommandMetadata(
            long account,
            String actor,
            String requestId,
            @Nullable String fingerprint,
            long minPosition,
            boolean isNewId,
            long timeout,
            @Nullable Long ifMatch) {

        public static final MimeType TYPE = new MimeType("application", "vnd.encore.command+cbor");

        /** The name of the header under which the handler gets it. */
        public static final String NAME = "command";
    }

    /**
     * The metadata of a query.
     *
     * @param minPosition the position that the answering projections must have reached
     * @param maxWait the longest time to wait for that position, in milliseconds
     * @param strict whether to fail when the position is not reached in time
     * @param pace null from a gateway of an older build: ORDINARY
     * @param timeout the number of milliseconds that the gateway waits for the answer
     */
    public record QueryMetadata(
            long minPosition,
            long maxWait,
            boolean strict,
            @Nullable Pace pace,
            long timeout) {

        public static final MimeType TYPE = new MimeType("application", "vnd.encore.query+cbor");

        /** The name of the header under which the handler gets it. */
        public static final String NAME = "query";
    }
}
