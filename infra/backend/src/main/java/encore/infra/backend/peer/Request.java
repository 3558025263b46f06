package encore.infra.backend.peer;

import io.rsocket.Payload;
import io.rsocket.metadata.CompositeMetadata;
import io.rsocket.metadata.RoutingMetadata;
import io.rsocket.metadata.WellKnownMimeType;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** What a payload asks for; its route is null when it names none. */
record Request(@Nullable String route, byte[] head, byte[] body) {

    private static final String ROUTING = WellKnownMimeType.MESSAGE_RSOCKET_ROUTING.getString();
    private static final String HEAD = Heads.HEAD.toString();
    private static final byte[] NOTHING = {};

    static Request read(Payload payload) {
        try {
            String route = null;
            byte[] head = NOTHING;
            for (CompositeMetadata.Entry entry : new CompositeMetadata(payload.sliceMetadata(), false)) {
                if (ROUTING.equals(entry.getMimeType())) {
                    Iterator<String> routes = new RoutingMetadata(entry.getContent()).iterator();
                    route = routes.hasNext() ? routes.next() : null;
                } else if (HEAD.equals(entry.getMimeType())) {
                    head = new byte[entry.getContent().readableBytes()];
                    entry.getContent().readBytes(head);
                }
            }
            byte[] body = new byte[payload.sliceData().readableBytes()];
            payload.sliceData().readBytes(body);
            return new Request(route, head, body);
        } catch (RuntimeException unreadable) {
            return new Request(null, NOTHING, NOTHING);
        } finally {
            payload.release();
        }
    }

    /** Fit for a line in a log, whatever it was. */
    String named() {
        String name = route == null ? "" : route;
        return name.length() <= 64 && name.chars().allMatch(c -> c > 0x20 && c < 0x7F) ? name : "(unreadable)";
    }
}
