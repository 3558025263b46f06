package encore.api.outbound;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings that say whether a gateway may call its own machine.
 *
 * @param demo whether this is a demo ({@code ENCORE_DEMO}); null: if no other machine reaches this node
 * @param bind the address that the public ports listen on ({@code ENCORE_BIND})
 */
@ConfigurationProperties("encore")
public record OutboundSettings(
        @Nullable Boolean demo, @DefaultValue("127.0.0.1") String bind) {

    /** Returns whether calls to loopback are allowed: in a demo that no other machine reaches. */
    boolean isLoopbackAllowed() {
        return !Boolean.FALSE.equals(demo) && OutboundRules.isLoopbackName(bind);
    }
}
