package encore.infra.standalone.demo;

import encore.infra.backend.SecretStrength;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * The settings of a first start's demo account.
 *
 * @param demo whether to open one ({@code ENCORE_DEMO}); null: only if no other machine reaches this node
 * @param demoKey its api_key, instead of a random one ({@code ENCORE_DEMO_KEY})
 * @param demoSecret its api_secret, instead of a random one ({@code ENCORE_DEMO_SECRET})
 * @param rateLimit the installation's limit, if set; it applies to the demo account as well ({@code ENCORE_RATE_LIMIT})
 */
@Validated
@ConfigurationProperties("encore")
public record DemoSettings(
        @Nullable Boolean demo,
        @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,64}") String demoKey,
        @Nullable @Size(max = 255) String demoSecret,
        @Nullable Integer rateLimit) {

    public DemoSettings {
        SecretStrength.requireStrong("ENCORE_DEMO_SECRET", demoSecret);
    }

    /** Returns whether to open one: everybody who reaches the ports may find its keys. */
    public boolean isWanted(boolean onLoopback) {
        return demo == null ? onLoopback : demo;
    }

    @Override
    public String toString() {
        return "DemoSettings";
    }
}
