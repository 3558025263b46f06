package encore.api.live;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where followers find RSocket without a WebSocket around it.
 *
 * @param port {@code RSOCKET_PORT}; 0 for any that is free
 * @param address that the port listens on ({@code ENCORE_BIND})
 */
@Validated
@ConfigurationProperties("encore.rsocket")
record RSocketSettings(
        @DefaultValue("7000") @Min(0) @Max(65_535) int port,
        @DefaultValue("127.0.0.1") String address) {}
