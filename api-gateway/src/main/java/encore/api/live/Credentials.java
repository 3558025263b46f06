package encore.api.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.binding.FrameFields;
import encore.api.problems.Problem;
import java.util.Set;
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

    private static final Set<String> FIELDS = Set.of("api_key", "api_secret", "session_uid");

    /** Reads credentials; throws a {@link Problem} that names a wrong or unknown field. */
    public static Credentials fromJson(JsonNode data) {
        FrameFields.require(data, FIELDS);
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
