package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lets key pairs of an account sign in at the console again, or forbids it. */
@Command(
        name = "console-keys",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(allow | forbid) <account>",
        description = {
            "Says whether key pairs of an account may sign in at the console. It is the way back for an account whose"
                    + " owners cannot sign in.",
            "It is for the operator: it sends ENCORE_OPERATOR_TOKEN."
        })
final class ConsoleKeysCommand extends Subcommand {

    @Command(name = "allow", description = "Lets key pairs of the account sign in.")
    int allow(@Parameters(paramLabel = "<account>", description = "its account_id") long account)
            throws InterruptedException {
        return change(account, true);
    }

    @Command(name = "forbid", description = "Forbids key pairs of the account to sign in, if an owner can.")
    int forbid(@Parameters(paramLabel = "<account>", description = "its account_id") long account)
            throws InterruptedException {
        return change(account, false);
    }

    private int change(long account, boolean areAllowed) throws InterruptedException {
        try (ApiClient api = new ApiClient(ApiTarget.ofOperator(environment()))) {
            JsonNode changed = api.post(
                    "/manage/accounts/" + account + "/console",
                    Map.of("are_keys_allowed", Boolean.toString(areAllowed)));
            out().println(
                            changed.path("are_keys_allowed").asBoolean()
                                    ? "Key pairs of account " + account + " may sign in at the console."
                                    : "Only people may sign in at the console of account " + account + ".");
        }
        return 0;
    }
}
