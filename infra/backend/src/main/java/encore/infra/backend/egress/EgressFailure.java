package encore.infra.backend.egress;

import java.util.Locale;

/** A call to a foreign host that failed, was not allowed, or was answered with something else than was wanted. */
public final class EgressFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** The kinds of failures. */
    public enum Kind {
        /** The address may not be called. */
        NOT_ALLOWED("The address may not be called"),
        /** The name has no address. */
        UNKNOWN_HOST("The name of the host is unknown"),
        /** There is no connection, or it broke. */
        UNREACHABLE("The host could not be reached"),
        /** The host shows no certificate that is trusted. */
        TLS("The host shows no certificate that is trusted"),
        /** The host did not answer in time. */
        TIMEOUT("The host did not answer in time"),
        /** The host sent more than is read. */
        TOO_LARGE("The host sent too much"),
        /** The host answered something else than was asked for. */
        UNEXPECTED("The host answered something else");

        private final String sentence;

        Kind(String sentence) {
            this.sentence = sentence;
        }

        /** Returns the word for logs and answers. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Its sentence has no address, and nothing that the host sent. */
    public EgressFailure(Kind kind) {
        super(kind.sentence, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
