package encore.command.webhooks;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.webhooks.MadeSecret;
import encore.kernel.webhooks.WebhookChanges;
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
import encore.kernel.webhooks.WebhookFault;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import encore.kernel.webhooks.WebhookTarget;
import encore.kernel.webhooks.signing.SigningSecrets;
import encore.kernel.webhooks.signing.SigningSecrets.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RegisteredWebhookTest {

    private static final WebhookId WEBHOOK = new WebhookId(7, "w");
    private static final WebhookSettings FANS = settings(List.of("fan_*"), true);

    private final AggregateUnderTest<RegisteredWebhook> webhook = new AggregateUnderTest<>(RegisteredWebhook.class);

    @Test
    void a_webhook_is_made_with_a_key_of_its_own_in_the_first_free_place() {
        webhook.claims.held(place(1), new WebhookId(7, "other"));
        webhook.givenNoPriorActivity()
                .when(new MakeWebhook(WEBHOOK, FANS, 12L))
                .expectEvents(new WebhookMade(WEBHOOK, FANS, 2, 12L))
                .expectResultMessagePayload(new MadeSecret("w", 1));
        assertThat(webhook.subjectKeys.made).containsExactly("webhook.7.w");
    }

    @Test
    void an_account_has_at_most_twenty() {
        for (int i = 1; i <= 20; i++) {
            webhook.claims.held(place(i), new WebhookId(7, "other" + i));
        }
        webhook.givenNoPriorActivity()
                .when(new MakeWebhook(WEBHOOK, FANS, null))
                .expectException(refusal(Refusal.Kind.RULE, "too-many-webhooks"));
    }

    @Test
    void a_pattern_that_selects_nothing_is_refused() {
        webhook.givenNoPriorActivity()
                .when(new MakeWebhook(WEBHOOK, settings(List.of("fan_*", "fun_*"), true), null))
                .expectException(refusal(Refusal.Kind.RULE, "unknown-event-type"));
        webhook.given(made())
                .when(new ChangeWebhook(WEBHOOK, changes(List.of("nothing"), null)))
                .expectException(refusal(Refusal.Kind.RULE, "unknown-event-type"));
        webhook.given(made())
                .when(new AskWebhookReplay(WEBHOOK, "r", 0, 9, List.of("nothing")))
                .expectException(refusal(Refusal.Kind.RULE, "unknown-event-type"));
    }

    @Test
    void a_change_is_recorded_once() {
        WebhookSettings all = settings(List.of("*"), false);
        webhook.given(made())
                .when(new ChangeWebhook(WEBHOOK, changes(List.of("*"), false)))
                .expectEvents(new WebhookChanged(WEBHOOK, all));
        webhook.given(made(), new WebhookChanged(WEBHOOK, all))
                .when(new ChangeWebhook(WEBHOOK, changes(List.of("*"), false)))
                .expectNoEvents();
    }

    @Test
    void no_earlier_secret_signs_longer_than_the_last_rotation_allows() {
        webhook.given(made())
                .when(new RotateWebhookSecret(WEBHOOK, 24))
                .expectEvents(rotated(2, 24))
                .expectResultMessagePayload(new MadeSecret("w", 2));
        webhook.given(made(), rotated(2, 24), rotated(3, 1))
                .when(new ReadWebhookTarget(WEBHOOK))
                .expectNoEvents()
                .expectResultMessagePayload(new WebhookTarget(
                        WEBHOOK,
                        FANS.requireUrl(),
                        new SigningSecrets(3, List.of(new Overlap(2, hours(1)), new Overlap(1, hours(1))))));
        // Who lost a secret to somebody rotates without an overlap.
        webhook.given(made(), rotated(2, 24), rotated(3, 0))
                .when(new ReadWebhookTarget(WEBHOOK))
                .expectResultMessagePayload(
                        new WebhookTarget(WEBHOOK, FANS.requireUrl(), new SigningSecrets(3, List.of())));
    }

    @Test
    void few_secrets_overlap() {
        List<Object> rotations = new ArrayList<>(List.of(made()));
        for (int generation = 2; generation <= 6; generation++) {
            rotations.add(rotated(generation, 24));
        }
        webhook.given(rotations)
                .when(new RotateWebhookSecret(WEBHOOK, 24))
                .expectException(refusal(Refusal.Kind.RULE, "too-many-secrets"));
        rotations.removeLast();
        webhook.given(rotations).when(new RotateWebhookSecret(WEBHOOK, 24)).expectEvents(rotated(6, 24));
    }

    @Test
    void a_webhook_is_disabled_once() {
        WebhookDisabled disabled = new WebhookDisabled(WEBHOOK, WebhookFault.GONE, 40);
        webhook.given(made())
                .when(new DisableWebhook(WEBHOOK, WebhookFault.GONE, 40))
                .expectEvents(disabled);
        webhook.given(made(), disabled)
                .when(new DisableWebhook(WEBHOOK, WebhookFault.UNREACHABLE, 41))
                .expectNoEvents();
        webhook.given(made(), disabled)
                .when(new ChangeWebhook(WEBHOOK, changes(null, true)))
                .expectEvents(new WebhookChanged(WEBHOOK, FANS));
    }

    @Test
    void replays_and_dead_letters_are_asked_for() {
        webhook.given(made())
                .when(new AskWebhookReplay(WEBHOOK, "r", 0, 9, List.of("fan_erased")))
                .expectEvents(new WebhookReplayAsked(WEBHOOK, "r", 0, 9, List.of("fan_erased")));
        webhook.given(made())
                .when(new RetryWebhookDeadLetter(WEBHOOK, "m"))
                .expectEvents(new WebhookDeadLetterRetried(WEBHOOK, "m"));
        webhook.given(made())
                .when(new DiscardWebhookDeadLetter(WEBHOOK, "m"))
                .expectEvents(new WebhookDeadLetterDiscarded(WEBHOOK, "m"));
    }

    @Test
    void a_deleted_webhook_is_unknown() {
        webhook.claims.held(place(1), WEBHOOK);
        webhook.given(made()).when(new DeleteWebhook(WEBHOOK)).expectEvents(new WebhookDeleted(WEBHOOK));
        webhook.given(made(), new WebhookDeleted(WEBHOOK))
                .when(new ReadWebhookTarget(WEBHOOK))
                .expectException(refusal(Refusal.Kind.UNKNOWN, "unknown"));
    }

    private static WebhookMade made() {
        return new WebhookMade(WEBHOOK, FANS, 1, null);
    }

    private static WebhookSecretRotated rotated(int generation, int hours) {
        return new WebhookSecretRotated(WEBHOOK, generation, hours(hours));
    }

    private static Instant hours(int hours) {
        return NOW.plus(Duration.ofHours(hours));
    }

    private static Claim place(int slot) {
        return new Claim(RegisteredWebhook.SPACE, 7, Integer.toString(slot));
    }

    private static WebhookSettings settings(List<String> types, boolean isEnabled) {
        return new WebhookSettings("https://hooks.example/fans", types, null, 100, isEnabled, null);
    }

    private static WebhookChanges changes(@Nullable List<String> types, @Nullable Boolean isEnabled) {
        String same = null;
        Integer asBefore = null;
        return new WebhookChanges(same, types, "", asBefore, isEnabled, null);
    }
}
