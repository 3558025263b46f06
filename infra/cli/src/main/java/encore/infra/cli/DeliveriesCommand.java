package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows whether deliveries are held, and releases them. */
@Command(
        name = "deliveries",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(status | release)",
        description = {
            "Shows whether webhooks, mail and text messages are held, and releases them. A restored or copied"
                    + " installation holds them until then.",
            "Both are for the operator: they send ENCORE_OPERATOR_TOKEN."
        })
final class DeliveriesCommand extends Subcommand {

    private static final String PATH = "/manage/deliveries";

    @Command(name = "status", description = "Whether deliveries are held.")
    int status() throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.ofOperator(environment()))) {
            print(api.get(PATH));
        }
        return 0;
    }

    @Command(name = "release", description = "Lets deliveries go.")
    int release() throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.ofOperator(environment()))) {
            print(api.post(PATH + "/release", Map.of()));
        }
        return 0;
    }

    private void print(JsonNode state) {
        boolean isHeld = state.path("is_held").asBoolean();
        out().println(
                        isHeld
                                ? "Webhooks, mail and text messages are held."
                                : "Webhooks, mail and text messages are sent.");
    }
}
