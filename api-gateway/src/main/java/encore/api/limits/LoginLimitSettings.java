package encore.api.limits;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The limits of public calls around logins; docs/settings.md describes them.
 *
 * @param wrongCredentials wrong codes and passwords a minute from one address ({@code ENCORE_WRONG_CREDENTIALS})
 * @param failedLookups look-ups a minute from one address that find nobody ({@code ENCORE_FAILED_LOOKUPS})
 * @param newFans new guests and new unproven fans a minute from one address ({@code ENCORE_NEW_FANS})
 * @param unusedCodes codes an hour from one address that nobody has used ({@code ENCORE_UNUSED_CODES})
 * @param checks calls of {@code /v1/sessions/check} a minute for one account ({@code ENCORE_CHECKS})
 */
@Validated
@ConfigurationProperties("encore")
public record LoginLimitSettings(
        @DefaultValue("60") @Min(1) int wrongCredentials,
        @DefaultValue("300") @Min(1) int failedLookups,
        @DefaultValue("600") @Min(1) int newFans,
        @DefaultValue("100") @Min(1) int unusedCodes,
        @DefaultValue("600") @Min(1) int checks) {}
