package encore.command.webhooks;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.webhooks.EventPattern;
import encore.kernel.webhooks.MadeSecret;
import encore.kernel.webhooks.WebhookCommand.AskWebhookReplay;
import encore.kernel.webhooks.WebhookCommand.ChangeWebhook;
import encore.kernel.webhooks.WebhookCommand.DeleteWebhook;
import encore.kernel.webhooks.WebhookCommand.DisableWebhook;
import encore.kernel.webhooks.WebhookCommand.DiscardWebhookDeadLetter;
import encore.kernel.webhooks.WebhookCommand.MakeWebhook;
import encore.kernel.webhooks.WebhookCommand.ReadWebhookTarget;
import encore.kernel.webhooks.WebhookCommand.RetryWebhookDeadLetter;
import encore.kernel.webhooks.WebhookCommand.RotateWebhookSecret;
import encore.kernel.webhooks.WebhookEvent.WebhookChanged;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterDiscarded;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterRetried;
import encore.kernel.webhooks.WebhookEvent.WebhookDeleted;
import encore.kernel.webhooks.WebhookEvent.WebhookDisabled;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookEvent.WebhookReplayAsked;
import encore.kernel.webhooks.WebhookEvent.WebhookSecretRotated;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.WebhookTarget;
import encore.kernel.webhooks.WebhookUid;
import encore.kernel.webhooks.signing.SigningSecrets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A webhook: the address that is called, the choice of events, and the generations of its secret. */
@Aggregate
class RegisteredWebhook {

    /** The space of the claims on the places of an account's webhooks. */
    static final String SPACE = "webhook_slot";

    private static final int MAX_WEBHOOKS = 20;
    private static final int MAX_OVERLAPS = 5;

    @AggregateIdentifier
    private @Nullable WebhookId id;

    private WebhookSettings settings = WebhookSettings.NONE;
    private SigningSecrets secrets = SigningSecrets.FIRST;
    private int slot;

    RegisteredWebhook() {}

    private static Claim claim(long account, int slot) {
        return new Claim(SPACE, account, Integer.toString(slot));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    MadeSecret decide(MakeWebhook command, Claims claims, SubjectKeys keys) {
        theUidIsFree();
        eachPatternIsKnown(command.settings().eventTypes());
        int free = freeSlot(command.webhook().account(), claims);
        keys.create(command.webhook());
        claims.take(claim(command.webhook().account(), free), command.webhook());
        apply(new WebhookMade(command.webhook(), command.settings(), free, command.after()));
        return new MadeSecret(command.webhook().uid(), SigningSecrets.FIRST.generation());
    }

    @CommandHandler
    WebhookUid decide(ChangeWebhook command) {
        if (command.changes().eventTypes() != null) {
            eachPatternIsKnown(command.changes().eventTypes());
        }
        WebhookSettings changed = command.changes().applyTo(settings);
        if (!changed.equals(settings)) {
            apply(new WebhookChanged(command.webhook(), changed));
        }
        return uid(command.webhook());
    }

    @CommandHandler
    MadeSecret decide(RotateWebhookSecret command, Instant now) {
        SigningSecrets current = secrets.at(now);
        fewSecretsOverlap(current);
        int next = current.generation() + 1;
        apply(new WebhookSecretRotated(command.webhook(), next, now.plus(Duration.ofHours(command.overlapHours()))));
        return new MadeSecret(command.webhook().uid(), next);
    }

    @CommandHandler
    WebhookUid decide(DisableWebhook command) {
        if (settings.isEnabled()) {
            apply(new WebhookDisabled(command.webhook(), command.reason(), command.position()));
        }
        return uid(command.webhook());
    }

    @CommandHandler
    WebhookUid decide(AskWebhookReplay command) {
        eachPatternIsKnown(command.eventTypes());
        apply(new WebhookReplayAsked(
                command.webhook(), command.replayUid(), command.after(), command.until(), command.eventTypes()));
        return uid(command.webhook());
    }

    @CommandHandler
    WebhookUid decide(RetryWebhookDeadLetter command) {
        apply(new WebhookDeadLetterRetried(command.webhook(), command.messageId()));
        return uid(command.webhook());
    }

    @CommandHandler
    WebhookUid decide(DiscardWebhookDeadLetter command) {
        apply(new WebhookDeadLetterDiscarded(command.webhook(), command.messageId()));
        return uid(command.webhook());
    }

    @CommandHandler
    WebhookTarget decide(ReadWebhookTarget command, Instant now) {
        return new WebhookTarget(command.webhook(), settings.requireUrl(), secrets.at(now));
    }

    @CommandHandler
    WebhookUid decide(DeleteWebhook command, Claims claims) {
        claims.release(claim(command.webhook().account(), slot), command.webhook());
        apply(new WebhookDeleted(command.webhook()));
        return uid(command.webhook());
    }

    private static WebhookUid uid(WebhookId webhook) {
        return new WebhookUid(webhook.uid());
    }

    private static int freeSlot(long account, Claims claims) {
        List<Claim> all = IntStream.rangeClosed(1, MAX_WEBHOOKS)
                .mapToObj(one -> claim(account, one))
                .toList();
        Map<Claim, String> owners = claims.ownersOf(all);
        return IntStream.rangeClosed(1, MAX_WEBHOOKS)
                .filter(one -> !owners.containsKey(claim(account, one)))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        RULE, "too-many-webhooks", "url", "An account has at most " + MAX_WEBHOOKS + " webhooks."));
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "webhook-uid-taken", "Another webhook has this uid; try again.");
        }
    }

    private static void eachPatternIsKnown(List<String> patterns) {
        if (!patterns.stream().allMatch(EventPattern::isKnown)) {
            throw new Refusal(RULE, "unknown-event-type", "event_types", "A pattern selects no type of event.");
        }
    }

    private static void fewSecretsOverlap(SigningSecrets current) {
        if (current.overlaps().size() >= MAX_OVERLAPS) {
            throw new Refusal(
                    RULE,
                    "too-many-secrets",
                    "overlap_hours",
                    "Only " + MAX_OVERLAPS + " earlier secrets can sign at the same time.");
        }
    }

    @EventSourcingHandler
    void evolve(WebhookMade event) {
        id = event.webhook();
        settings = event.settings();
        slot = event.slot();
    }

    @EventSourcingHandler
    void evolve(WebhookChanged event) {
        settings = event.settings();
    }

    @EventSourcingHandler
    void evolve(WebhookSecretRotated event) {
        secrets = secrets.rotated(event.generation(), event.overlapUntil());
    }

    @EventSourcingHandler
    void evolve(WebhookDisabled event) {
        settings = settings.disabled();
    }
}
