package encore.command.webhooks.delivery;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandSide;
import encore.kernel.webhooks.WebhookCommand.DisableWebhook;
import encore.kernel.webhooks.WebhookFault;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the webhooks disabled whose endpoints are given up. One thread uses it. */
final class Disabler {

    private static final Logger LOG = LoggerFactory.getLogger(Disabler.class);
    private static final long RETRY_INTERVAL = Duration.ofSeconds(10).toMillis();

    private final String sender;
    private final Endpoints endpoints;
    private final LogReading reading;
    private final CommandSide commands;

    /** The webhooks that are being disabled, with the times of the last tries. */
    private final Map<Endpoint, Long> tried = new HashMap<>();

    Disabler(String sender, Endpoints endpoints, LogReading reading, CommandSide commands) {
        this.sender = sender;
        this.endpoints = endpoints;
        this.reading = reading;
        this.commands = commands;
    }

    /** Sends the commands. The event that follows ends it; until then a command is sent again. */
    void disable(long now) {
        for (Endpoint endpoint : endpoints.all()) {
            WebhookFault fault = endpoint.fault();
            Long last = tried.get(endpoint);
            if (fault != null && (last == null || now - last >= RETRY_INTERVAL)) {
                tried.put(endpoint, now);
                send(new DisableWebhook(endpoint.webhook, fault, reading.lowWater(endpoint)));
            } else if (fault == null && last != null) {
                tried.remove(endpoint);
            }
        }
    }

    private void send(DisableWebhook command) {
        commands.handle(new CommandRequest(command.webhook().account(), sender, null, null, command))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "{} could not be disabled and is tried again: {}",
                                command.webhook(),
                                failure.toString());
                    }
                });
    }
}
