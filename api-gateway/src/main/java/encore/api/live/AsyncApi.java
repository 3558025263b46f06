package encore.api.live;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.docs.Schemas;
import encore.api.http.About;
import encore.api.http.Problems;
import encore.kernel.live.LiveEvent;
import encore.kernel.points.LeaderboardRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.socket.CloseStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The description of what is streamed, as AsyncAPI 3: channels and frames stand in {@code asyncapi.json}, what they carry
 * comes from the records that are sent.
 */
@RestController
@Access(lock = Lock.OPEN)
class AsyncApi {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode description = described();

    @About("What is streamed over WebSocket and RSocket, as AsyncAPI 3")
    @GetMapping("/asyncapi.json")
    JsonNode asyncApi() {
        return description;
    }

    private static JsonNode described() {
        ObjectNode api = (ObjectNode) JSON.readTree(template());
        Schemas schemas = new Schemas();
        List.of(Pair.class, Wish.class, LiveEvent.class, LeaderboardRow.class, Frames.Row.class, Problems.Body.class)
                .forEach(schemas::of);
        ObjectNode named = (ObjectNode) api.at("/components/schemas");
        named.setAll(schemas.named());
        ObjectNode codes = (ObjectNode) api.at("/channels/socket/x-close-codes");
        for (CloseStatus status : List.of(CloseStatus.GOING_AWAY, Connection.REVOKED, Connection.SLOW)) {
            codes.put(
                    Integer.toString(status.getCode()), status.getReason() == null ? "going away" : status.getReason());
        }
        return api;
    }

    private static String template() {
        try {
            return new ClassPathResource("asyncapi.json", AsyncApi.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
