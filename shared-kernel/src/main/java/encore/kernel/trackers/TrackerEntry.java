package encore.kernel.trackers;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tracker with everything that its rows on the wire show.
 *
 * @param tracker with the name, group, target and network of its quest, if it has one
 * @param currency the currency of amounts that name none
 */
public record TrackerEntry(StoredTracker tracker, TrackerNumbers numbers, String currency) {

    /**
     * Returns the row of the API.
     *
     * @param publicUrl the address of this installation without a slash at its end; without one a tracker of the public
     *     host has neither virtual_domain nor tracker_url
     */
    public Tracker row(@Nullable String publicUrl) {
        TrackerDetails details = tracker.details();
        return TrackerBuilder.builder()
                .trackerId(tracker.tracker().number())
                .accountId(tracker.tracker().account())
                .creationTimestamp(tracker.created())
                .trackerKey(tracker.trackerKey())
                .network(Objects.requireNonNullElse(details.network(), TrackerNetwork.CUSTOM))
                .attributedPurchaseCount(numbers.purchases())
                .attributedPurchaseAmount(numbers.amountIn(currency))
                .totalTrackerClickCount(numbers.clicks())
                .trackerName(details.trackerName())
                .trackerGroupName(details.trackerGroupName())
                .targetUrl(details.targetUrl())
                .virtualDomain(domain(publicUrl))
                .purchaseEventWildcard(details.purchaseEventWildcard())
                .trackerUrl(url(publicUrl))
                .trackerMarketingGroupName(details.trackerMarketingGroupName())
                .build();
    }

    /** Returns the row for staff; see {@link #row}. */
    public Tracker.Managed managed(@Nullable String publicUrl) {
        return new Tracker.Managed(
                row(publicUrl),
                tracker.details().venueIdWildcard(),
                tracker.questId() == null ? tracker.details().pageTabId() : tracker.questId(),
                tracker.details().rules().attributionDays(),
                tracker.isClickAppended(),
                numbers.amountsIn(currency));
    }

    /** Returns the address that leads to the target; see {@link #row}. */
    public @Nullable String url(@Nullable String publicUrl) {
        String path = "/t/" + tracker.trackerKey();
        if (tracker.virtualDomain() != null) {
            return "https://" + tracker.virtualDomain() + path;
        }
        return publicUrl == null ? null : publicUrl + path;
    }

    private @Nullable String domain(@Nullable String publicUrl) {
        if (tracker.virtualDomain() != null || publicUrl == null) {
            return tracker.virtualDomain();
        }
        return URI.create(publicUrl).getRawAuthority();
    }
}
