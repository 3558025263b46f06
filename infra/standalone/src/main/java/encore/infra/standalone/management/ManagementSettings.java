package encore.infra.standalone.management;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The address of health and metrics for operators.
 *
 * @param port of health and metrics ({@code ENCORE_MANAGEMENT_PORT}); null: 9090 for a gateway, none for a side
 * @param bind the address that it listens on ({@code ENCORE_MANAGEMENT_BIND})
 */
@Validated
@ConfigurationProperties("encore.management")
record ManagementSettings(
        @Nullable @Min(0) @Max(65_535) Integer port,
        @DefaultValue("127.0.0.1") String bind) {}
