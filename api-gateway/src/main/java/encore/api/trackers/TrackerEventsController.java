package encore.api.trackers;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.privacy.Contact;
import encore.kernel.tickets.sales.Money;
import encore.kernel.trackers.clicks.VisitorMonthId;
import encore.kernel.trackers.purchases.PurchaseVisitor;
import encore.kernel.trackers.purchases.RecordedTrackerPurchase;
import encore.kernel.trackers.purchases.RecordedTrackerPurchases;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.PurchaseSource;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseCommand.ReportPurchases;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Records purchases that shops report for trackers. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/tracker_events")
class TrackerEventsController {

    private static final int MAX_EVENTS = 500;

    record Report(
            @Description("The purchases. The body may also be the list itself.") @NotEmpty @Size(max = MAX_EVENTS)
            List<@Valid Row> trackerEvents) {}

    /** A purchase as the shop reports it. */
    record Row(
            @NotBlank @Size(max = 255) String purchaseEventName,

            @Description("A report with a known source_key is a duplicate.") @Nullable @Size(max = 255)
            String sourceKey,

            @Description("The click that the purchase followed, as the target was told it. It decides the tracker.")
            @Nullable
            @Size(max = 64)
            String trackerClickUid,

            @Description("Decides the tracker without a click.") @Nullable @Size(max = 32)
            String trackerKey,

            @Description("Absent: now.") @Nullable Instant purchaseTimestamp,

            @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS) @Nullable
            BigDecimal purchaseAmount,

            @Description("ISO 4217. Absent: the account's currency.")
            @Pattern(regexp = "[A-Za-z]{3}", message = "must be a currency of three letters")
            @Nullable
            String currency,

            @Nullable @Min(0) Long quantity,
            @Nullable @Size(max = 255) String orderKey,
            @Nullable @Size(max = 255) String purchaseKey,
            @Nullable @Size(max = 255) String network,
            @Nullable @Size(max = 255) String ticketKey,
            @Nullable Long fanId,
            @Nullable Long activityId,
            @Contact @Format(Format.IP) @Nullable String ipAddress,
            @Nullable @Size(max = 255) String hostName,
            @Nullable @Size(max = 255) String venueId,
            @Contact @Nullable JsonNode purchaseEventDetails) {

        ReportPurchase command(long account, Instant now) {
            var details = TrackedPurchaseBuilder.builder()
                    .purchaseTimestamp(Objects.requireNonNullElse(purchaseTimestamp, now))
                    .purchaseEventName(purchaseEventName)
                    .sourceKey(blankToNull(sourceKey))
                    .trackerClickUid(blankToNull(trackerClickUid))
                    .purchaseAmount(purchaseAmount)
                    .currency(currency == null ? null : currency.toUpperCase(Locale.ROOT))
                    .quantity(quantity)
                    .orderKey(blankToNull(orderKey))
                    .purchaseKey(blankToNull(purchaseKey))
                    .activityId(activityId)
                    .venueId(blankToNull(venueId))
                    .build();
            return new ReportPurchase(
                    new TrackerPurchaseId(account, Ids.uid()),
                    fanId,
                    VisitorMonthId.of(account, now),
                    new PurchaseSource(blankToNull(trackerKey), blankToNull(network), blankToNull(ticketKey)),
                    details,
                    new PurchaseVisitor(blankToNull(ipAddress), blankToNull(hostName), purchaseEventDetails));
        }
    }

    private final Backend backend;

    TrackerEventsController(Backend backend) {
        this.backend = backend;
    }

    @Description(
            "Records up to 500 purchases; each belongs to the tracker of its click, else of its tracker_key or fan")
    @PostMapping
    Mono<List<RecordedTrackerPurchase>> reportPurchases(Caller caller, @Params Report in) {
        Instant now = Instant.now();
        List<ReportPurchase> reports = in.trackerEvents().stream()
                .map(row -> row.command(caller.account(), now))
                .toList();
        return backend.send(caller, new ReportPurchases(new TrackerPurchaseId(caller.account(), Ids.uid()), reports))
                .map(RecordedTrackerPurchases::purchases);
    }
}
