package encore.api.server;

import encore.infra.backend.GivenSecret;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Holds what an operator can set of a gateway; docs/settings.md says more.
 *
 * @param rateLimit calls a minute for accounts without a limit of their own ({@code ENCORE_RATE_LIMIT})
 * @param gateways how many gateways share each limit ({@code ENCORE_GATEWAYS})
 * @param operatorToken opens operator endpoints; without one nobody is the operator ({@code ENCORE_OPERATOR_TOKEN})
 * @param inFlight requests in work at a time; those beyond are answered 503 at once ({@code ENCORE_IN_FLIGHT})
 * @param requestBytes of heads and bodies held at a time; beyond them 503; null: an eighth of the heap
 *     ({@code ENCORE_REQUEST_BYTES})
 * @param connections open at a time; more are closed at once ({@code ENCORE_CONNECTIONS})
 * @param connectionsPerAddress of them from one address that is no trusted proxy
 *     ({@code ENCORE_CONNECTIONS_PER_ADDRESS})
 * @param trustedProxies networks whose word is taken for where a call came from ({@code ENCORE_TRUSTED_PROXIES})
 * @param requestTimeout within which a request must have been sent ({@code ENCORE_REQUEST_TIMEOUT})
 * @param failedLogins wrong keys a minute from one address, or for one key ({@code ENCORE_FAILED_LOGINS})
 * @param accessLog which requests are logged ({@code ENCORE_ACCESS_LOG})
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
        @DefaultValue("failed") Logged accessLog) {

    private static final Duration SHORT = Duration.ofSeconds(10);

    public GatewaySettings {
        GivenSecret.mustBeGood("ENCORE_OPERATOR_TOKEN", operatorToken);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** Returns within which time a request's head must have been sent, or an answer that was begun must go on. */
    public Duration shortTimeout() {
        return requestTimeout.compareTo(SHORT) < 0 ? requestTimeout : SHORT;
    }

    /** Returns how many bytes of requests may be held at a time. */
    long mostRequestBytes() {
        return requestBytes == null ? Runtime.getRuntime().maxMemory() / 8 : requestBytes.toBytes();
    }

    /** Returns how many of the connections may be followers': the rest is kept for calls. */
    public int mostFollowers() {
        return Math.max(1, connections / 4 * 3);
    }

    /** Says which requests leave a line in the log. */
    public enum Logged {
        /** Each. */
        ALL,
        /** Those that failed on our side, and those that took longer than a second. */
        FAILED,
        NONE
    }
}
