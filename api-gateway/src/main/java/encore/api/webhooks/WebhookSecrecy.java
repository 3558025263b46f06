package encore.api.webhooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Command;
import encore.kernel.webhooks.MadeSecret;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookCommand.ReadWebhookSecret;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Makes secrets of webhooks and answers them. A repeat under the same Idempotency-Key answers the same secret. */
@Component
class WebhookSecrecy {

    private final Backend backend;

    WebhookSecrecy(Backend backend) {
        this.backend = backend;
    }

    /** A webhook with its new secret, which is shown here and never again. */
    record SecretWebhook(@JsonUnwrapped Webhook webhook, String secret) {
        @Override
        public String toString() {
            return "SecretWebhook[" + webhook + "]";
        }
    }

    /** Sends a command that makes a secret, and answers the webhook with the secret. */
    Mono<SecretWebhook> make(Caller caller, Command<MadeSecret> command) {
        return backend.send(caller, command).flatMap(made -> {
            var webhook = new WebhookId(caller.account(), made.webhookUid());
            return backend.send(caller.forLookUp(), new ReadWebhookSecret(webhook, made.generation()))
                    .flatMap(answer -> backend.ask(caller, new FindWebhook(caller.account(), made.webhookUid()))
                            .map(found -> new SecretWebhook(found, answer.secret())));
        });
    }
}
