package encore.api.webhooks;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.access.ResumePositions;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.OutboundRules;
import encore.api.problems.Ids;
import encore.api.webhooks.WebhookSecrecy.SecretWebhook;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.webhooks.EventPattern;
import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookChanges;
import encore.kernel.webhooks.WebhookCommand.ChangeWebhook;
import encore.kernel.webhooks.WebhookCommand.DeleteWebhook;
import encore.kernel.webhooks.WebhookCommand.MakeWebhook;
import encore.kernel.webhooks.WebhookCommand.RotateWebhookSecret;
import encore.kernel.webhooks.WebhookCommand.TestWebhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhookStates;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.deliveries.WebhookState;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the webhooks of an account. */
@RestController
@Access(scope = "manage", area = Area.WEBHOOKS, lock = SECRET)
@RequestMapping("/api/v1/manage/webhooks")
class WebhooksController {

    private static final String ONE = "/{webhook_uid}";
    private static final int MAX_PER_SECOND = 1_000;
    private static final int DEFAULT_OVERLAP = 24;
    private static final int MAX_OVERLAP = 168;
    private static final int MAX_PATTERNS = 100;
    private static final int MAX_URL = 2_000;
    private static final int MAX_DESCRIPTION = 1_000;
    private static final String PATTERN = "[a-z0-9_]{1,64}\\*?|\\*";
    private static final String NO_PATTERN = "must be types of events, or patterns such as fan_*";

    record One(@Size(max = 64) String webhookUid) {
        WebhookId id(long account) {
            return new WebhookId(account, webhookUid);
        }
    }

    record Make(
            @Description("The address that is called with each event: https, without a user.")
            @NotBlank
            @Size(max = MAX_URL)
            String url,

            @Description("Types of events, and patterns such as fan_*. Absent: all types.") @Size(max = MAX_PATTERNS)
            List<@Pattern(regexp = PATTERN, message = NO_PATTERN) String> eventTypes,

            @Nullable @Size(max = MAX_DESCRIPTION) String description,

            @Description("It is told the events after this position. Absent: the events after its own making.")
            @Nullable
            @Min(0)
            Long after,

            @Description("The most calls a second. Absent: 100.") @Nullable @Min(1) @Max(MAX_PER_SECOND)
            Integer maxPerSecond,

            @Nullable Boolean isEnabled,

            @Description("Whether it gets the events of imports too. Absent: false.") @Nullable
            Boolean withImports) {

        MakeWebhook command(long account) {
            WebhookSettings settings = new WebhookSettings(
                    url,
                    eventTypes.isEmpty() ? List.of(EventPattern.ALL) : eventTypes,
                    blankToNull(description),
                    maxPerSecond == null ? WebhookSettings.DEFAULT_PER_SECOND : maxPerSecond,
                    !Boolean.FALSE.equals(isEnabled),
                    Boolean.TRUE.equals(withImports) ? Boolean.TRUE : null);
            return new MakeWebhook(new WebhookId(account, Ids.uid()), settings, after);
        }
    }

    record Change(
            @Size(max = 64) String webhookUid,

            @Description("The address that is called with each event: https, without a user. Cannot be cleared.")
            @Nullable
            @Size(max = MAX_URL)
            String url,

            @Description("Types of events, and patterns such as fan_*. Absent: no change. Cannot be cleared.")
            @Size(max = MAX_PATTERNS)
            List<@Pattern(regexp = PATTERN, message = NO_PATTERN) String> eventTypes,

            @Description("An empty text removes it.") @Nullable @Size(max = MAX_DESCRIPTION)
            String description,

            @Description("The most calls a second. Cannot be cleared.") @Nullable @Min(1) @Max(MAX_PER_SECOND)
            Integer maxPerSecond,

            @Description("A webhook that is enabled again goes on where it stopped. Cannot be cleared.") @Nullable
            Boolean isEnabled,

            @Description("Whether it gets the events of imports too. Cannot be cleared.") @Nullable
            Boolean withImports,

            ClearedComponents cleared) {

        ChangeWebhook command(long account) {
            WebhookChanges changes = new WebhookChanges(
                    blankToNull(url),
                    eventTypes.isEmpty() ? null : eventTypes,
                    cleared.contains("description") ? "" : blankToNull(description),
                    maxPerSecond,
                    isEnabled,
                    withImports);
            return new ChangeWebhook(new WebhookId(account, webhookUid), changes);
        }
    }

    record Rotate(
            @Size(max = 64) String webhookUid,

            @Description("The hours for which the earlier secrets sign as well. Absent: 24.")
            @Nullable
            @Min(0)
            @Max(MAX_OVERLAP)
            Integer overlapHours) {

        RotateWebhookSecret command(long account) {
            return new RotateWebhookSecret(
                    new WebhookId(account, webhookUid), overlapHours == null ? DEFAULT_OVERLAP : overlapHours);
        }
    }

    private final Backend backend;
    private final WebhookSecrecy secrecy;
    private final OutboundRules outboundRules;
    private final ResumePositions resumePositions;

    WebhooksController(Backend backend, WebhookSecrecy secrecy, OutboundRules outboundRules) {
        this.backend = backend;
        this.secrecy = secrecy;
        this.outboundRules = outboundRules;
        this.resumePositions = new ResumePositions(backend);
    }

    @Description("Lists the webhooks, oldest first")
    @GetMapping
    Mono<List<Webhook>> all(Caller caller) {
        return backend.ask(caller, new FindWebhooks(caller.account()));
    }

    @Description("Lists how far the delivery of each webhook is: its lag, its failures and its dead letters")
    @GetMapping("/states")
    Mono<List<WebhookState>> listWebhookStates(Caller caller) {
        return backend.ask(caller, new FindWebhookStates(caller.account()));
    }

    @Description("Finds a webhook")
    @GetMapping(ONE)
    Mono<Webhook> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindWebhook(caller.account(), in.webhookUid()));
    }

    @Description("Makes a webhook: each event of the account is posted to its address, signed as Standard Webhooks say."
            + " The secret is shown once")
    @PostMapping
    Mono<SecretWebhook> add(Caller caller, @Params Make in) {
        outboundRules.mustBeCallable("url", in.url());
        return resumePositions
                .require(caller.account(), in.after())
                .then(Mono.defer(() -> secrecy.make(caller, in.command(caller.account()))));
    }

    @Description("Changes a webhook")
    @PostMapping(ONE)
    Mono<Webhook> change(Caller caller, @Params Change in) {
        outboundRules.mustBeCallable("url", in.url());
        return backend.save(caller, in.command(caller.account()));
    }

    @Description("Deletes a webhook; its address can never be read again")
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteWebhook(in.id(caller.account()))).thenReturn(true);
    }

    @Description("Makes a new secret, which is shown once; for overlap_hours the earlier secrets sign as well")
    @PostMapping(ONE + "/rotate_secret")
    Mono<SecretWebhook> rotateWebhookSecret(Caller caller, @Params Rotate in) {
        return secrecy.make(caller, in.command(caller.account()));
    }

    @Description("Sends a test message to a webhook, once, and answers how the endpoint took it")
    @PostMapping(ONE + "/test")
    Mono<TestedWebhook> testWebhook(Caller caller, @Params One in) {
        return backend.send(caller.forLookUp(), new TestWebhook(in.id(caller.account())));
    }
}
