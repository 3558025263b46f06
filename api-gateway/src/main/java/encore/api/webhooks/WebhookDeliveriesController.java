package encore.api.webhooks;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.access.ResumePositions;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.webhooks.WebhookCommand.AskWebhookReplay;
import encore.kernel.webhooks.WebhookCommand.DiscardWebhookDeadLetter;
import encore.kernel.webhooks.WebhookCommand.RetryWebhookDeadLetter;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.deliveries.ReplaySize;
import encore.kernel.webhooks.deliveries.SentMessage;
import encore.kernel.webhooks.deliveries.WebhookAttempt;
import encore.kernel.webhooks.deliveries.WebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindReplaySize;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindSentMessage;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookAttempts;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetters;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookReplays;
import encore.kernel.webhooks.deliveries.WebhookReplay;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Shows the deliveries of a webhook, and sends past events and dead letters again. */
@RestController
@Access(scope = "manage", area = Area.WEBHOOKS, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/webhooks/{webhook_uid}")
class WebhookDeliveriesController {

    static final Pages.Next NEXT = Pages.next("next_attempt_key");

    private static final int ROWS = 500;
    private static final int MAX_PATTERNS = 100;
    private static final String PATTERN = "[a-z0-9_]{1,64}\\*?|\\*";
    private static final String NO_PATTERN = "must be types of events, or patterns such as fan_*";

    record One(@Size(max = 64) String webhookUid) {

        WebhookId webhook(Caller caller) {
            return new WebhookId(caller.account(), webhookUid);
        }
    }

    record Attempts(
            @Size(max = 64) String webhookUid,

            @Description("The key in meta of the page before.") @Nullable @Pattern(regexp = "\\d{1,18}\\.\\d{1,9}")
            String nextAttemptKey) {

        NextKey paging() {
            return new NextKey(nextAttemptKey, ROWS);
        }
    }

    record Attempt(@Size(max = 64) String webhookUid, String attemptKey) {

        private static final java.util.regex.Pattern KEY = java.util.regex.Pattern.compile("\\d{1,18}\\.\\d{1,9}");

        Attempt {
            if (!KEY.matcher(attemptKey).matches()) {
                throw Problem.unknown();
            }
        }

        FindSentMessage find(Caller caller) {
            return new FindSentMessage(new WebhookId(caller.account(), webhookUid), attemptKey);
        }
    }

    record Letter(
            @Size(max = 64) String webhookUid,
            @NotBlank @Size(max = 64) String messageId) {

        WebhookId webhook(Caller caller) {
            return new WebhookId(caller.account(), webhookUid);
        }

        /** An unknown dead letter is refused before anything is recorded. */
        FindWebhookDeadLetter find(Caller caller) {
            return new FindWebhookDeadLetter(webhook(caller), messageId);
        }
    }

    @AscendingRange(start = "after", end = "until")
    record Replay(
            @Size(max = 64) String webhookUid,

            @Description("The events after this position.") @Min(0) @Max(Ids.HIGHEST)
            long after,

            @Description("The position of the last event. Absent: the end of the log.")
            @Nullable
            @Min(1)
            @Max(Ids.HIGHEST)
            Long until,

            @Description("Types of events, and patterns such as fan_*. Absent: all that the webhook is told.")
            @Size(max = MAX_PATTERNS)
            List<@Pattern(regexp = PATTERN, message = NO_PATTERN) String> eventTypes) {

        AskWebhookReplay ask(Caller caller, String replayUid) {
            var webhook = new WebhookId(caller.account(), webhookUid);
            return new AskWebhookReplay(webhook, replayUid, after, until == null ? Ids.HIGHEST : until, eventTypes);
        }

        FindReplaySize size(Caller caller) {
            var webhook = new WebhookId(caller.account(), webhookUid);
            return new FindReplaySize(webhook, after, until == null ? Ids.HIGHEST : until, eventTypes);
        }
    }

    /** The replay that was asked for. */
    record AskedReplay(String replayUid) {}

    private final Backend backend;
    private final ResumePositions resumePositions;

    WebhookDeliveriesController(Backend backend) {
        this.backend = backend;
        this.resumePositions = new ResumePositions(backend);
    }

    @Description("Lists the calls of a webhook in the last 7 days, newest first")
    @GetMapping("/attempts")
    Mono<Listing<Pages.NextMeta, WebhookAttempt>> listWebhookAttempts(Caller caller, @Params Attempts in) {
        var webhook = new WebhookId(caller.account(), in.webhookUid());
        return backend.ask(caller, new FindWebhookAttempts(webhook, in.paging()))
                .map(page -> NEXT.answer(in.paging(), page));
    }

    @Description(
            "Finds the message of a call: its headers without the signature, and its body, made again from the event")
    @GetMapping("/attempts/{attempt_key}")
    Mono<SentMessage> findSentMessage(Caller caller, @Params Attempt in) {
        return backend.ask(caller, in.find(caller));
    }

    @Description("Lists the messages that were given up in the last 30 days, in the order of their events")
    @GetMapping("/dead_letters")
    Flux<WebhookDeadLetter> listWebhookDeadLetters(Caller caller, @Params One in) {
        return Pages.all(
                after -> backend.ask(caller, new FindWebhookDeadLetters(in.webhook(caller), new NextKey(after, ROWS))));
    }

    @Description("Sends a message again that was given up")
    @PostMapping("/dead_letters/retry")
    Mono<Boolean> retryWebhookDeadLetter(Caller caller, @Params Letter in) {
        return backend.ask(caller, in.find(caller))
                .then(backend.send(caller, new RetryWebhookDeadLetter(in.webhook(caller), in.messageId())))
                .thenReturn(true);
    }

    @Description("Discards a message that was given up")
    @PostMapping("/dead_letters/discard")
    Mono<Boolean> discardWebhookDeadLetter(Caller caller, @Params Letter in) {
        return backend.ask(caller, in.find(caller))
                .then(backend.send(caller, new DiscardWebhookDeadLetter(in.webhook(caller), in.messageId())))
                .thenReturn(true);
    }

    @Description("Sends past events again, in their order, with the header Encore-Replay")
    @PostMapping("/replays")
    Mono<AskedReplay> requestWebhookReplay(Caller caller, @Params Replay in) {
        String replayUid = Ids.uid();
        return resumePositions
                .require(caller.account(), in.after())
                .then(Mono.defer(() -> backend.send(caller, in.ask(caller, replayUid))))
                .thenReturn(new AskedReplay(replayUid));
    }

    @Description(
            "Counts the events that a replay would send. At most 100,000 events of the account are looked at, and then"
                    + " is_at_least is true")
    @GetMapping("/replays/size")
    Mono<ReplaySize> findReplaySize(Caller caller, @Params Replay in) {
        return resumePositions
                .require(caller.account(), in.after())
                .then(Mono.defer(() -> backend.ask(caller, in.size(caller))));
    }

    @Description("Lists the replays that are not finished")
    @GetMapping("/replays")
    Mono<List<WebhookReplay>> listWebhookReplays(Caller caller, @Params One in) {
        return backend.ask(caller, new FindWebhookReplays(in.webhook(caller)));
    }
}
