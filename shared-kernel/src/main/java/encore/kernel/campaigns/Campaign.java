package encore.kernel.campaigns;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A campaign as other features ask for it. */
public record Campaign(
        long account,
        long pageTabId,
        AppType appType,
        @Nullable Long businessId,
        CampaignDetails details,
        Instant creationTimestamp) {}
