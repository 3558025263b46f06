package encore.command.webhooks;

import encore.command.RandomCommands;
import encore.kernel.Command;
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
import encore.kernel.webhooks.WebhookFault;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import java.util.List;
import java.util.Random;

/** One webhook that is made, changed, rotated and rarely deleted. */
final class WebhookCommands implements RandomCommands {

    private static final WebhookId WEBHOOK = new WebhookId(7, "w");
    private static final List<String> TYPES = List.of("fan_*", "*", "points_awarded", "unknown_type");

    @Override
    public Class<?> aggregate() {
        return RegisteredWebhook.class;
    }

    @Override
    public Command<?> next(Random random) {
        List<String> types = List.of(TYPES.get(random.nextInt(TYPES.size())));
        String url = "https://" + random.nextInt(3) + ".example/";
        return switch (random.nextInt(30)) {
            case 0 -> new DeleteWebhook(WEBHOOK);
            case 1, 2, 3, 4 ->
                new MakeWebhook(WEBHOOK, new WebhookSettings(url, types, "ours", 100, random.nextBoolean(), null), 5L);
            case 5, 6, 7, 8 ->
                new ChangeWebhook(
                        WEBHOOK, new WebhookChanges(url, types, "", random.nextInt(1, 9), true, random.nextBoolean()));
            case 9, 10, 11, 12 -> new RotateWebhookSecret(WEBHOOK, random.nextInt(3));
            case 13, 14 -> new DisableWebhook(WEBHOOK, WebhookFault.GONE, random.nextInt(100));
            case 15 -> new AskWebhookReplay(WEBHOOK, "r", 1, 9, types);
            case 16 -> new RetryWebhookDeadLetter(WEBHOOK, "m");
            case 17 -> new DiscardWebhookDeadLetter(WEBHOOK, "m");
            default -> new ReadWebhookTarget(WEBHOOK);
        };
    }
}
