package encore.api.server;

import encore.infra.backend.SecretStrength;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The settings of a gateway; docs/settings.md describes them.
 *
 * @param rateLimit calls a minute for accounts without a limit of their own ({@code ENCORE_RATE_LIMIT})
 * @param gateways how many gateways share each limit ({@code ENCORE_GATEWAYS})
 * @param operatorToken the token for operator endpoints; without one they are closed ({@code ENCORE_OPERATOR_TOKEN})
 * @param inFlight the most requests in work; further ones are answered with 503 at once ({@code ENCORE_IN_FLIGHT})
 * @param requestBytes the most bytes of heads and bodies in memory, above which requests are answered with 503; null
 *     stands for an eighth of the heap ({@code ENCORE_REQUEST_BYTES})
 * @param connections the most open connections; further ones are closed at once ({@code ENCORE_CONNECTIONS})
 * @param connectionsPerAddress the most open connections from one address that is no trusted proxy
 *     ({@code ENCORE_CONNECTIONS_PER_ADDRESS})
 * @param trustedProxies networks of proxies whose forwarding headers are believed ({@code ENCORE_TRUSTED_PROXIES})
 * @param requestTimeout the time within which a request must arrive completely ({@code ENCORE_REQUEST_TIMEOUT})
 * @param failedLogins wrong keys a minute from one address, or for one key ({@code ENCORE_FAILED_LOGINS})
 * @param accessLog which requests are logged ({@code ENCORE_ACCESS_LOG})
 * @param publicUrl the address under which browsers reach this installation, without a slash at its end; null when it is
 *     not known ({@code ENCORE_PUBLIC_URL})
 */
@Validated
@ConfigurationProperties("encore")
public record GatewaySettings(
        @DefaultValue("10000") @Min(1) int rateLimit,
        @DefaultValue("1") @Min(1) @Max(1000) int gateways,
        @Nullable String operatorToken,
        @DefaultValue("1024") @Min(1) int inFlight,
        @Nullable DataSize requestBytes,
        @DefaultValue("10000") @Min(1) int connections,
        @DefaultValue("1000") @Min(1) int connectionsPerAddress,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue("30s") Duration requestTimeout,
        @DefaultValue("300") @Min(1) int failedLogins,
        @DefaultValue("failed") LoggedRequests accessLog,

        @Pattern(
                regexp = WEB_ADDRESS,
                message = "ENCORE_PUBLIC_URL must be a web address such as https://fans.example, without a query")
        @Nullable
        String publicUrl) {

    private static final String WEB_ADDRESS =
            "https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?(?:/[A-Za-z0-9._~/-]*)?";
    private static final Duration MAX_SHORT_TIMEOUT = Duration.ofSeconds(10);

    public GatewaySettings {
        SecretStrength.requireStrong("ENCORE_OPERATOR_TOKEN", operatorToken);
        trustedProxies = List.copyOf(trustedProxies);
        publicUrl = publicUrl == null || publicUrl.isBlank()
                ? null
                : publicUrl.strip().replaceAll("/+$", "");
    }

    /**
     * Returns the time within which a request's head must arrive, and within which a client must read on in an answer.
     */
    public Duration shortTimeout() {
        return requestTimeout.compareTo(MAX_SHORT_TIMEOUT) < 0 ? requestTimeout : MAX_SHORT_TIMEOUT;
    }

    /** Returns the most bytes of requests that may be in memory. */
    long maxRequestBytes() {
        return requestBytes == null ? Runtime.getRuntime().maxMemory() / 8 : requestBytes.toBytes();
    }

    /** Returns the most connections that followers may have; the rest is kept for calls. */
    public int maxFollowers() {
        return Math.max(1, connections / 4 * 3);
    }

    /** The requests that are logged. */
    public enum LoggedRequests {
        /** All requests. */
        ALL,
        /** Requests that failed with a status of 500 or above, and those that took longer than a second. */
        FAILED,
        NONE
    }
}
