package encore.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The credentials that a client sends first: a key pair, or a key with a fan's or guest's session. They are empty when
 * the client has the console's cookie. The payload of RSocket's SETUP is the same JSON.
 */
public record Credentials(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String apiKey,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String apiSecret,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String sessionUid) {

    public static Credentials fromJson(JsonNode data) {
        return new Credentials(
                SubscribeRequest.text(data, "api_key"),
                SubscribeRequest.text(data, "api_secret"),
                SubscribeRequest.text(data, "session_uid"));
    }

    /** Whether the client shows none. */
    public boolean areMissing() {
        return apiKey == null && apiSecret == null && sessionUid == null;
    }

    /** Says nothing of the secrets. */
    @Override
    public String toString() {
        return "Credentials";
    }
}
