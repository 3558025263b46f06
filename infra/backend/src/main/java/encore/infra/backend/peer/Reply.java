package encore.infra.backend.peer;

import encore.kernel.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a node says to a request: a byte for the kind, eight for a number, then CBOR.
 *
 * @param number the position of a command's last event, or a question's lag
 */
record Reply(Kind kind, long number, byte[] body) {

    private static final byte[] NOTHING = {};
    private static final Kind[] KINDS = Kind.values();

    /** The kinds in the order of their bytes: only ever added to. */
    enum Kind {
        /** Done or found: the body is the answer. */
        ANSWER,
        /** A rule says no: the body is a {@link Refused}. */
        REFUSED,
        /** Not begun, as this node is about to stop: another one will. */
        LEAVING,
        /** Went wrong in a way that is told by the node's own log. */
        FAILED,
        /** A piece of news on the control stream. */
        NEWS,
        /** No news, and the stream still flows. */
        PULSE
    }

    /** A {@link Refusal} on its way. */
    record Refused(Refusal.Kind kind, String type, @Nullable String field, String sentence) {}

    static Reply answer(long number, Object answer) {
        return new Reply(Kind.ANSWER, number, Cbor.write(answer));
    }

    static Reply refused(Refusal refusal) {
        return new Reply(
                Kind.REFUSED,
                0,
                Cbor.write(new Refused(refusal.kind(), refusal.type(), refusal.field(), refusal.sentence())));
    }

    /** Nobody waits for it any longer. */
    static Refusal late() {
        return new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "not-answered",
                "No answer came in time. What was asked may yet be done: try again.");
    }

    static Reply of(Kind kind) {
        return new Reply(kind, 0, NOTHING);
    }

    Refusal refusal() {
        Refused refused = Cbor.read(body, Refused.class);
        return new Refusal(refused.kind(), refused.type(), refused.field(), refused.sentence());
    }

    byte[] bytes() {
        return ByteBuffer.allocate(9 + body.length)
                .put((byte) kind.ordinal())
                .putLong(number)
                .put(body)
                .array();
    }

    static Reply read(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int kind = buffer.remaining() < 9 ? -1 : buffer.get();
        if (kind < 0 || kind >= KINDS.length) {
            throw new IllegalArgumentException("Not a reply");
        }
        long number = buffer.getLong();
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        return new Reply(KINDS[kind], number, body);
    }
}
