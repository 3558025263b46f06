package encore.command.webhooks;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.Refusal;
import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.WebhookCommand.ReadWebhookSecret;
import encore.kernel.webhooks.WebhookCommand.ReadWebhookTarget;
import encore.kernel.webhooks.WebhookCommand.TestWebhook;
import encore.kernel.webhooks.WebhookSecret;
import encore.kernel.webhooks.WebhookTarget;
import encore.kernel.webhooks.signing.WebhookSecrets;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Answers the newest secret of a webhook, and sends test messages. */
@Component
class WebhookSecretHandler {

    private final WebhookSecrets secrets;
    private final WebhookSender sender;
    private final DeliveryHold hold;

    WebhookSecretHandler(KeyStore keys, WebhookSender sender, DeliveryHold hold) {
        this.secrets = new WebhookSecrets(keys.installationSecret(WebhookSecrets.SECRET));
        this.sender = sender;
        this.hold = hold;
    }

    @CommandHandler
    WebhookSecret decide(ReadWebhookSecret command, Dispatch dispatch) {
        WebhookTarget target = dispatch.send(new ReadWebhookTarget(command.webhook()));
        theSecretIsTheNewest(command, target);
        return new WebhookSecret(command.webhook().uid(), secrets.text(command.webhook(), command.generation()));
    }

    @CommandHandler
    TestedWebhook decide(TestWebhook command, Dispatch dispatch) {
        WebhookTarget target = dispatch.send(new ReadWebhookTarget(command.webhook()));
        deliveriesAreNotHeld();
        return sender.sendTest(target);
    }

    private static void theSecretIsTheNewest(ReadWebhookSecret command, WebhookTarget target) {
        if (target.secrets().generation() != command.generation()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT, "secret-replaced", "The secret was rotated again in the meantime.");
        }
    }

    private void deliveriesAreNotHeld() {
        if (hold.isHeld()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "deliveries-held",
                    "The operator holds all deliveries of this installation.");
        }
    }
}
