package encore.infra.backend.egress;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings that say which addresses a node may call for customers.
 *
 * @param demo whether this is a demo ({@code ENCORE_DEMO}); null: if no other machine reaches this node
 * @param bind the address that the public ports listen on ({@code ENCORE_BIND})
 * @param egressAllow networks that may be called although they are not public ({@code ENCORE_EGRESS_ALLOW})
 */
@ConfigurationProperties("encore")
public record EgressSettings(
        @Nullable Boolean demo,
        @DefaultValue("127.0.0.1") String bind,
        @DefaultValue List<String> egressAllow) {

    public EgressSettings {
        egressAllow = List.copyOf(egressAllow);
    }

    /** Returns whether calls to loopback are allowed: in a demo that no other machine reaches. */
    boolean isLoopbackAllowed() {
        return !Boolean.FALSE.equals(demo) && EgressRules.isLoopbackName(bind);
    }
}
