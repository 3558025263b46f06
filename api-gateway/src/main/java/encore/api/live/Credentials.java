package encore.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The key pair that a client sends first; empty when it has the console's cookie. The payload of RSocket's SETUP is the
 * same JSON.
 */
public record Credentials(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String apiKey,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String apiSecret) {

    public static Credentials fromJson(JsonNode data) {
        return new Credentials(SubscribeRequest.text(data, "api_key"), SubscribeRequest.text(data, "api_secret"));
    }
}
