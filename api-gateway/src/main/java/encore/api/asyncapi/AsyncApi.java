package encore.api.asyncapi;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.fanout.RoomConnections;
import encore.api.input.Description;
import encore.api.live.LiveStreams;
import encore.api.rsocket.RSocketEndpoint;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Serves the description of the live streams as AsyncAPI 3, with the addresses of this server. */
@RestController
@Access(lock = Lock.OPEN)
class AsyncApi {

    private final LiveStreams streams;
    private final RoomConnections rooms;
    private final RSocketEndpoint rsocket;

    /** Written at the first call, so that a start does not wait for the schemas of all events. */
    private volatile @Nullable ObjectNode document;

    AsyncApi(LiveStreams streams, RoomConnections rooms, RSocketEndpoint rsocket) {
        this.streams = streams;
        this.rooms = rooms;
        this.rsocket = rsocket;
    }

    @Description("Describes the live streams over WebSocket and RSocket as AsyncAPI 3")
    @GetMapping("/asyncapi.json")
    JsonNode describeStreams(ServerHttpRequest request) {
        ObjectNode here = document().deepCopy();
        ObjectNode servers = (ObjectNode) here.get("servers");
        InetSocketAddress http = request.getLocalAddress();
        InetSocketAddress tcp = rsocket.address();
        servers.withObject("websocket").put("host", text(http));
        servers.withObject("rsocketOverWebsocket").put("host", text(http));
        servers.withObject("socketio").put("host", text(http));
        servers.withObject("rsocket").put("host", text(tcp == null ? null : reached(tcp, http)));
        return here;
    }

    private ObjectNode document() {
        ObjectNode written = document;
        if (written == null) {
            written = new AsyncApiDocument(streams, rooms).written();
            document = written;
        }
        return written;
    }

    /** Returns the address of a listener. One that listens on all addresses has the address that the caller used. */
    private static InetSocketAddress reached(InetSocketAddress bound, @Nullable InetSocketAddress here) {
        return bound.getAddress().isAnyLocalAddress() && here != null
                ? new InetSocketAddress(here.getAddress(), bound.getPort())
                : bound;
    }

    private static String text(@Nullable InetSocketAddress address) {
        if (address == null) {
            return "localhost";
        }
        String host = address.getAddress().isLoopbackAddress()
                ? "localhost"
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
