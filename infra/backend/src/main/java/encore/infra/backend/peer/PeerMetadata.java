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
     * @param seen the least position that the command may be decided on
     * @param again whether another node may already have received it
     * @param deadline the number of milliseconds that the gateway waits for the answer
     */
    public record CommandMetadata(
            long account,
            String actor,
            String requestId,
            @Nullable String fingerprint,
            long seen,
            boolean again,
            long deadline) {

        public static final MimeType TYPE = new MimeType("application", "vnd.encore.command+cbor");

        /** The name of the header under which the handler gets it. */
        public static final String NAME = "order";
    }

    /**
     * The metadata of a query; times in milliseconds.
     *
     * @param pace null from a gateway of an older build: ORDINARY
     */
    public record QueryMetadata(
            long minPosition,
            long patience,
            boolean strict,
            @Nullable Pace pace,
            long deadline) {

        public static final MimeType TYPE = new MimeType("application", "vnd.encore.query+cbor");

        /** The name of the header under which the handler gets it. */
        public static final String NAME = "question";
    }
}
